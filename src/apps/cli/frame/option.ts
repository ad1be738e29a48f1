/** An option of a command: its help, and how its text becomes a value. */
import type { NameKind } from '../../../control/command.ts'
import { Misuse, unknownName } from '../../../service/wire/misuse.ts'
import { readDuration, readTimestamp } from '../../../service/wire/timestamp.ts'

export interface Option<T> {
  readonly describe: string
  /** Throws a {@link Misuse} that says what is expected. The caller adds where the text comes from. */
  read(text: string): T
  /** The value when the option is absent. */
  readonly fallback: T
  /** How the help shows the fallback, when it does not show the value itself. */
  readonly shown?: string
  /** A flag without a value. */
  readonly bare?: true
  /** May be given several times; its texts come as one, each on a line of its own. */
  readonly many?: true
  /** Given by its position, without a name. */
  readonly word?: 'required' | 'optional'
  /** The names that a shell completes it with. What it reads of a few words is completed anyway. */
  readonly completes?: NameKind
  /** All that it can be. */
  readonly choices?: readonly string[]
  /** Also read from the environment and the configuration file. */
  readonly everywhere?: true
  /** The option whose variable, and whose name in the file, it reads. Default: its own. */
  readonly filed?: string
  /** Which values of the variable and of the file belong to another option of the same name, which other commands have. */
  readonly ignores?: RegExp
  /** The heading under which `--help --all` shows it, where a command has many options. */
  readonly group?: string
  /** Most users need it: `--help` shows it without `--all`, and first. */
  readonly often?: true
  /** Not in the help: an earlier form, which goes on working. */
  readonly hidden?: true
  /** Names of other tools for the same flag. */
  readonly also?: readonly string[]
  /** Earlier names of the same flag, which go on working. The help does not show them. */
  readonly formerly?: readonly string[]
  /** A variable of other tools that also gives the value. */
  readonly variable?: string
}

export type Options = Readonly<Record<string, Option<unknown>>>
export type Values<O extends Options> = { readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never }

/** `rateLimits` is the flag `--rate-limits`. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `rateLimits` is the variable `STANDIN_RATE_LIMITS`. */
export const variableOf = (name: string): string => `STANDIN_${flagOf(name).replaceAll('-', '_').toUpperCase()}`

export const option = <T>(describe: string, read: (text: string) => T, fallback: T): Option<T> => ({ describe, read, fallback })

export const optional = <T>(describe: string, read: (text: string) => T): Option<T | undefined> => ({ describe, read, fallback: undefined })

/** A word that a command line must have. */
export const required = (describe: string): Option<string> => ({ ...option(describe, someText, ''), word: 'required' })

/** A flag without a value. */
export const bare = (describe: string): Option<boolean> => ({ describe, read: onOff, fallback: false, bare: true })

/** The same option, also from the environment and the file. */
export const everywhere = <T>(one: Option<T>): Option<T> => ({ ...one, everywhere: true })

/** The same options, under a heading of the help. */
export const inGroup = <O extends Options>(group: string, options: O): O =>
  // Each option is the same but for its group.
  Object.fromEntries(Object.entries(options).map(([name, each]) => [name, { ...each, group }])) as unknown as O

/** The same option, completed with names that exist. */
export const completed = <T>(completes: NameKind, one: Option<T>): Option<T> => ({ ...one, completes })

/** Where a command writes what it makes: all say it by `--output`. */
export const output = <T>(one: Option<T>): Option<T> => ({ ...one, formerly: ['out'] })

/** The same option, among the first of the help. */
export const often = <T>(one: Option<T>): Option<T> => ({ ...one, often: true })

/** One of a few words, in any case, each with its meaning. */
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

/** Cuts slashes at the end. */
export function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Misuse(`is ${quoted(text)}; an address such as http://127.0.0.1:4300 is expected.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** Origins with spaces or commas between them, or `*`. */
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
/** A duration in ISO 8601 has at most six digits of days. */
const longest = 999_999 * day

export const quoted = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** `what` begins the message. A `prefix` that all choices share does not count as similarity. */
export const unknownOne = (what: string, given: string, choices: readonly string[], prefix = ''): Misuse =>
  unknownName(`${what} ${given.startsWith('-') ? given : quoted(given)}.`, given, choices, { prefix })
