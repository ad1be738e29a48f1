/** Reads the options of a command: from flags, then environment, then file, then fallback. */
import { Misuse } from '../misuse.ts'
import type { Config } from './config.ts'
import type { Io } from './io.ts'
import { flagOf, type Option, type Options, quoted, type Values, variableOf } from './option.ts'

/** `given` is the command line as the parser reads it. */
export function readValues<O extends Options>(options: O, given: Readonly<Record<string, unknown>>, config: Config, io: Io): Values<O> {
  const values = Object.entries(options).map(([name, option]) => [name, readOne(name, option, given, config, io)])
  return Object.fromEntries(values) as Values<O>
}

/** Reads every place, so that a mistake is found also where another place goes before it. */
function readOne(name: string, option: Option<unknown>, given: Readonly<Record<string, unknown>>, config: Config, { env }: Io): unknown {
  const flags = [name, ...(option.also ?? [])].map((each) => [labelOf(each, option), textOf(given[flagOf(each)], option)] as const)
  refuseTwo(flags)
  const places: [place: string, text: string | undefined][] = flags.map(([label, text]) => [label, text])
  if (option.everywhere) {
    places.push([variableOf(name), env[variableOf(name)] || undefined])
    places.push([`${config.file}: ${flagOf(name)}`, config.texts[name]])
  }
  if (option.variable) places.push([option.variable, env[option.variable] || undefined])
  const read = places.flatMap(([place, text]) => (text === undefined ? [] : [readAt(place, text, option)]))
  return read.length > 0 ? read[0] : option.fallback
}

/** Refuses two names of one option that have two values. */
function refuseTwo(flags: readonly (readonly [label: string, text: string | undefined])[]): void {
  const [[one, first] = [], other] = flags.filter(([, text]) => text !== undefined)
  const second = flags.find(([label, text]) => label !== one && text !== undefined && text !== first)
  if (other && second)
    throw new Misuse(
      `${one} is ${quoted(first ?? '')}, and ${second[0]} is ${quoted(second[1] ?? '')}: both names mean the same. Give one.`,
    )
}

const labelOf = (name: string, { word }: Option<unknown>) => (word ? `<${name}>` : `--${flagOf(name)}`)

/** A flag without a value is `on`. A list of words may be empty. Of one that is given twice, the last value counts. */
function textOf(flag: unknown, option: Option<unknown>): string | undefined {
  if (Array.isArray(flag) && flag.length === 0) return undefined
  if (Array.isArray(flag)) return option.many ? flag.join('\n') : textOf(flag.at(-1), option)
  if (flag === true) return 'on'
  return typeof flag === 'string' ? flag : undefined
}

function readAt(place: string, text: string, option: Option<unknown>): unknown {
  try {
    return option.read(text)
  } catch (error) {
    throw error instanceof Misuse ? new Misuse(`${place} ${error.message}`) : error
  }
}
