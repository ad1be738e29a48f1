/** A command's options: their help and their parsers. */
import type { NameKind } from '../../../control/command.ts'
import { Misuse, unknownName } from '../../../service/wire/misuse.ts'
import { readDuration, readTimestamp } from '../../../service/wire/timestamp.ts'

export interface Option<T> {
  readonly describe: string
  /** Parses the option's text. Throws a {@link Misuse} that states the expected format, to which the caller adds the source of the text. */
  read(text: string): T
  readonly fallback: T
  /** The default as shown in the help, if it differs from the value. */
  readonly shown?: string
  /** A flag without a value. */
  readonly bare?: true
  /** May be repeated. The values are joined with line breaks. */
  readonly many?: true
  /** A positional argument. */
  readonly word?: 'required' | 'optional'
  /** The kind of name to complete. Fixed choices are completed automatically. */
  readonly completes?: NameKind
  readonly choices?: readonly string[]
  /** True if the option is also read from the environment and the configuration file. */
  readonly everywhere?: true
  /** The name of the option whose variable and configuration key this option also uses. Default: this option's own name. */
  readonly filed?: string
  /** Values from the variable and the configuration file that are meant for another command's option with the same name. */
  readonly ignores?: RegExp
  /** Heading in `--help --all`, for commands with many options. */
  readonly group?: string
  /** Listed first in `--help`, even without `--all`. */
  readonly often?: true
  /** True for a former syntax that still works but is not in the help. */
  readonly hidden?: true
  /** The same flag's names in other tools. */
  readonly also?: readonly string[]
  /** Former flag names that still work. Not in the help. */
  readonly formerly?: readonly string[]
  /** The variable that other tools use for this value. */
  readonly variable?: string
}

export type Options = Readonly<Record<string, Option<unknown>>>
export type Values<O extends Options> = { readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never }

/** Converts `rateLimits` to `--rate-limits`. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Converts `rateLimits` to `STANDIN_RATE_LIMITS`. */
export const variableOf = (name: string): string => `STANDIN_${flagOf(name).replaceAll('-', '_').toUpperCase()}`

/** `shown`: the default in the help, if it differs from the value. */
export const option = <T>(describe: string, read: (text: string) => T, fallback: T, shown?: string): Option<T> => ({
  describe,
  read,
  fallback,
  ...(shown !== undefined && { shown }),
})

export const optional = <T>(describe: string, read: (text: string) => T, shown?: string): Option<T | undefined> =>
  option<T | undefined>(describe, read, undefined, shown)

export const required = (describe: string): Option<string> => ({ ...option(describe, someText, ''), word: 'required' })

export const bare = (describe: string): Option<boolean> => ({ describe, read: onOff, fallback: false, bare: true })

/** Returns the option, which is then also read from the environment and the configuration file. */
export const everywhere = <T>(one: Option<T>): Option<T> => ({ ...one, everywhere: true })

/** Changes facts that are not part of an option's type. */
const each = <O extends Options>(options: O, change: (one: Option<unknown>) => Option<unknown>): O =>
  Object.fromEntries(Object.entries(options).map(([name, one]) => [name, change(one)])) as unknown as O

/** Lists the options under a heading in the help. */
export const inGroup = <O extends Options>(group: string, options: O): O => each(options, (one) => ({ ...one, group }))

/** Like {@link inGroup}, for options that are also read from the environment and the configuration file. */
export const everywhereInGroup = <O extends Options>(group: string, options: O): O => inGroup(group, each(options, everywhere))

/** Returns the option, which may then be repeated. */
export const many = <T>(one: Option<T>): Option<T> => ({ ...one, many: true })

/** Returns the option as a positional argument that can be omitted. */
export const optionalWord = <T>(one: Option<T>): Option<T> => ({ ...one, word: 'optional' })

export const completed = <T>(completes: NameKind, one: Option<T>): Option<T> => ({ ...one, completes })

/** Returns the option, which then also accepts `--out`, the former name of `--output`. */
export const output = <T>(one: Option<T>): Option<T> => ({ ...one, formerly: ['out'] })

export const often = <T>(one: Option<T>): Option<T> => ({ ...one, often: true })

/** Reads one of several words, case-insensitively. `meanings`: the words and their explanations. */
export const word =
  <Word extends string>(meanings: Readonly<Record<Word, unknown>>) =>
  (text: string): Word => {
    const words = Object.keys(meanings) as Word[]
    const match = words.find((each) => each.toLowerCase() === text.toLowerCase())
    if (match === undefined) throw unknownName(`is ${quoted(text)}.`, text, words)
    return match
  }

export const onOff = (text: string): boolean => word({ on: true, off: false })(text) === 'on'

export const yesNo = (describe: string, fallback: boolean): Option<boolean> =>
  option(`${describe}: on, off`, onOff, fallback, fallback ? 'on' : 'off')

export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    const range = most === Number.MAX_SAFE_INTEGER ? (least < 0 ? '' : ` from ${least}`) : ` from ${least} to ${most}`
    throw new Misuse(`is ${quoted(text)}. Use a whole number${range}.`)
  }

export function someNumber(text: string): number {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) throw new Misuse(`is ${quoted(text)}. Use a number such as 60 or 0.5.`)
  return Number(text)
}

export function someText(text: string): string {
  if (text.trim() === '') throw new Misuse('is empty.')
  return text
}

/** Reads a URL, and removes trailing slashes. */
export function address(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Misuse(`is ${quoted(text)}. Use a URL such as http://127.0.0.1:4300.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** Reads origins separated by spaces or commas, or `*`. */
export function origins(text: string): readonly string[] {
  const all = text.split(/[\s,]+/).filter((each) => each !== '')
  if (all.length === 0) throw new Misuse('is empty.')
  for (const each of all) {
    const parsed = URL.parse(each)
    if (each === '*' || (parsed && parsed.origin === each && /^https?:$/.test(parsed.protocol))) continue
    throw new Misuse(`is ${quoted(each)}. Use an origin such as http://localhost:5173, or *.`)
  }
  return all
}

/** Parses a time. Returns milliseconds since 1970. */
export function instant(text: string): number {
  const time = readTimestamp(text)
  if (!time) throw new Misuse(`is ${quoted(text)}. Use a time such as 2026-06-01T10:00:00Z.`)
  return time.at
}

/** Parses a duration. Returns milliseconds. */
export function duration(text: string): number {
  const value = readDuration(text)
  if (value === undefined || value > longest)
    throw new Misuse(`is ${quoted(text)}. Use a duration such as 30s, 1h30m, 8d or PT10M, up to 999999d.`)
  return value
}

const day = 86_400_000
/** An ISO 8601 duration has at most six digits for days. */
const longest = 999_999 * day

export const quoted = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** `what` starts the message. The search for similar choices ignores a `prefix` that all choices share. */
export const unknownOne = (what: string, given: string, choices: readonly string[], prefix = ''): Misuse =>
  unknownName(`${what} ${given.startsWith('-') ? given : quoted(given)}.`, given, choices, { prefix })
