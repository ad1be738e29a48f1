/** An option for a command: help and parsing. */
import type { NameKind } from '../../../control/command.ts'
import { Misuse, unknownName } from '../../../service/wire/misuse.ts'
import { readDuration, readTimestamp } from '../../../service/wire/timestamp.ts'

export interface Option<T> {
  readonly describe: string
  /** Throws a {@link Misuse} stating the expected format. The caller adds where the text came from. */
  read(text: string): T
  /** Default value. */
  readonly fallback: T
  /** Help text for the default, if it differs from the value. */
  readonly shown?: string
  /** A flag without a value. */
  readonly bare?: true
  /** Repeatable. The values are joined with line breaks. */
  readonly many?: true
  /** A positional argument. */
  readonly word?: 'required' | 'optional'
  /** The kind of names for shell completion. Fixed choices are completed automatically. */
  readonly completes?: NameKind
  /** All valid values. */
  readonly choices?: readonly string[]
  /** Also read from the environment and the configuration file. */
  readonly everywhere?: true
  /** Name of the option whose variable and configuration key this one uses. Default: its own name. */
  readonly filed?: string
  /** Values in the variable and the configuration file that belong to another command's option with the same name. */
  readonly ignores?: RegExp
  /** Heading in `--help --all`, for commands with many options. */
  readonly group?: string
  /** Common option: shown first in `--help`, even without `--all`. */
  readonly often?: true
  /** Hidden in the help: a former syntax that still works. */
  readonly hidden?: true
  /** Names for the same flag in other tools. */
  readonly also?: readonly string[]
  /** Former flag names that still work. Hidden in the help. */
  readonly formerly?: readonly string[]
  /** A variable that other tools use for the same value. */
  readonly variable?: string
}

export type Options = Readonly<Record<string, Option<unknown>>>
export type Values<O extends Options> = { readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never }

/** Converts `rateLimits` to `--rate-limits`. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Converts `rateLimits` to `STANDIN_RATE_LIMITS`. */
export const variableOf = (name: string): string => `STANDIN_${flagOf(name).replaceAll('-', '_').toUpperCase()}`

export const option = <T>(describe: string, read: (text: string) => T, fallback: T): Option<T> => ({ describe, read, fallback })

export const optional = <T>(describe: string, read: (text: string) => T): Option<T | undefined> => ({ describe, read, fallback: undefined })

/** A mandatory positional argument. */
export const required = (describe: string): Option<string> => ({ ...option(describe, someText, ''), word: 'required' })

/** A flag without a value. */
export const bare = (describe: string): Option<boolean> => ({ describe, read: onOff, fallback: false, bare: true })

/** Lets the option be set in the environment and the file too. */
export const everywhere = <T>(one: Option<T>): Option<T> => ({ ...one, everywhere: true })

/** Puts the options under a heading in the help. */
export const inGroup = <O extends Options>(group: string, options: O): O =>
  // Only the group is added; the type stays the same.
  Object.fromEntries(Object.entries(options).map(([name, each]) => [name, { ...each, group }])) as unknown as O

/** Adds name completion to the option. */
export const completed = <T>(completes: NameKind, one: Option<T>): Option<T> => ({ ...one, completes })

/** The output file or folder: `--output` in all commands. */
export const output = <T>(one: Option<T>): Option<T> => ({ ...one, formerly: ['out'] })

/** Marks the option as a common option. */
export const often = <T>(one: Option<T>): Option<T> => ({ ...one, often: true })

/** A choice of words with their meanings, matched case-insensitively. */
export const word =
  <Word extends string>(meanings: Readonly<Record<Word, unknown>>) =>
  (text: string): Word => {
    const words = Object.keys(meanings) as Word[]
    const match = words.find((each) => each.toLowerCase() === text.toLowerCase())
    if (match === undefined) throw unknownName(`is ${quoted(text)}.`, text, words)
    return match
  }

export const onOff = (text: string): boolean => word({ on: true, off: false })(text) === 'on'

export const yesNo = (describe: string, fallback: boolean): Option<boolean> => ({
  ...option(`${describe}: on, off`, onOff, fallback),
  shown: fallback ? 'on' : 'off',
})

export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? (least < 0 ? '' : ` from ${least}`) : ` from ${least} to ${most}`
    throw new Misuse(`is ${quoted(text)}; a whole number${range} is expected.`)
  }

export function someNumber(text: string): number {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) throw new Misuse(`is ${quoted(text)}; a number such as 60 or 0.5 is expected.`)
  return Number(text)
}

export function someText(text: string): string {
  if (text.trim() === '') throw new Misuse('is empty.')
  return text
}

/** Removes trailing slashes. */
export function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Misuse(`is ${quoted(text)}; an address such as http://127.0.0.1:4300 is expected.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** Origins separated by spaces or commas, or `*`. */
export function origins(text: string): readonly string[] {
  const all = text.split(/[\s,]+/).filter((each) => each !== '')
  if (all.length === 0) throw new Misuse('is empty.')
  for (const each of all) {
    const parsed = URL.parse(each)
    if (each === '*' || (parsed && parsed.origin === each && /^https?:$/.test(parsed.protocol))) continue
    throw new Misuse(`is ${quoted(each)}; an origin such as http://localhost:5173, or *, is expected.`)
  }
  return all
}

/** Milliseconds since 1970. */
export function instant(text: string): number {
  const time = readTimestamp(text)
  if (!time) throw new Misuse(`is ${quoted(text)}; a time such as 2026-06-01T10:00:00Z is expected.`)
  return time.at
}

/** Milliseconds. */
export function duration(text: string): number {
  const value = readDuration(text)
  if (value === undefined || value > longest)
    throw new Misuse(`is ${quoted(text)}; a duration such as 30s, 1h30m, 8d or PT10M, and at most 999999d, is expected.`)
  return value
}

const day = 86_400_000
/** An ISO 8601 duration has at most six digits for days. */
const longest = 999_999 * day

export const quoted = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** `what` starts the message. A `prefix` shared by all choices is ignored when comparing similarity. */
export const unknownOne = (what: string, given: string, choices: readonly string[], prefix = ''): Misuse =>
  unknownName(`${what} ${given.startsWith('-') ? given : quoted(given)}.`, given, choices, { prefix })
