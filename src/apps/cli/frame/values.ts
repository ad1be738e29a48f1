/** Reads a command's options: from flags, then the environment, then the configuration file, then the default. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Io } from './io.ts'
import { flagOf, type Option, type Options, quoted, unknownOne, type Values, variableOf } from './option.ts'

/** `given`: the parsed command line. */
export function readValues<O extends Options>(options: O, given: Readonly<Record<string, unknown>>, config: Config, io: Io): Values<O> {
  const values = Object.entries(options).map(([name, option]) => [name, readOne(name, option, given, config, io)])
  return Object.fromEntries(values) as Values<O>
}

/** Reads every source, so that an error is reported even if another source overrides the value. */
function readOne(name: string, option: Option<unknown>, given: Readonly<Record<string, unknown>>, config: Config, { env }: Io): unknown {
  const flags = [name, ...(option.also ?? []), ...(option.formerly ?? [])].map(
    (each) => [labelOf(each, option), textOf(given[flagOf(each)], option)] as const,
  )
  refuseTwo(flags)
  const places: [place: string, text: string | undefined][] = flags.map(([label, text]) => [label, text])
  if (option.everywhere) {
    const own = (text: string | undefined) => (text === undefined || option.ignores?.test(text) ? undefined : text)
    const { filed = name } = option
    places.push([variableOf(filed), own(env[variableOf(filed)] || undefined)])
    places.push([`${config.file}: ${flagOf(filed)}`, own(config.texts[filed])])
  }
  if (option.variable) places.push([option.variable, env[option.variable] || undefined])
  const read = places.flatMap(([source, text]) => (text === undefined ? [] : [readAt(source, text, option)]))
  return read.length > 0 ? read[0] : option.fallback
}

/** Rejects different values for two names of the same option. */
function refuseTwo(flags: readonly (readonly [label: string, text: string | undefined])[]): void {
  const [[one, first] = [], other] = flags.filter(([, text]) => text !== undefined)
  const second = flags.find(([label, text]) => label !== one && text !== undefined && text !== first)
  if (other && second)
    throw new Misuse(
      `${one} is ${quoted(first ?? '')}, and ${second[0]} is ${quoted(second[1] ?? '')}, but both are names for the same option. Use only one.`,
    )
}

const labelOf = (name: string, { word }: Option<unknown>) => (word ? `<${name}>` : `--${flagOf(name)}`)

/**
 * Returns a flag's text. A flag without a value means `on`. A list of words can be empty. The last value of a repeated flag wins, unless
 * the flag takes several values.
 */
function textOf(flag: unknown, option: Option<unknown>): string | undefined {
  if (Array.isArray(flag) && flag.length === 0) return undefined
  if (Array.isArray(flag)) return option.many ? flag.join('\n') : textOf(flag.at(-1), option)
  if (flag === true) return 'on'
  return typeof flag === 'string' ? flag : undefined
}

function readAt(source: string, text: string, option: Option<unknown>): unknown {
  try {
    return option.read(text)
  } catch (error) {
    throw error instanceof Misuse ? new Misuse(`${source} ${error.message}`) : error
  }
}

const prefix = 'STANDIN_'

type Env = Readonly<Record<string, string | undefined>>

/** Variables that Kubernetes and Docker set for programs that run next to a service named `standin`. */
const ofTheNetwork = /^STANDIN_(?:SERVICE_|PORT_\d|NAME$|ENV_)/

const isLink = (name: string, value: string | undefined) =>
  ofTheNetwork.test(name) || (name === 'STANDIN_PORT' && /^(?:tcp|udp|sctp):\/\//.test(value ?? ''))

/**
 * Reads Standin's environment variables. `options`: the options for all commands. Variables that Kubernetes and Docker set are removed from
 * `env`.
 */
export function readEnvironment(env: Env, options: Options): { readonly env: Env; readonly notes: readonly string[] } {
  const known = Object.keys(options).map(variableOf)
  const own = Object.keys(env).filter((name) => name.startsWith(prefix))
  const links = own.filter((name) => isLink(name, env[name]))
  const strange = own.filter((name) => !known.includes(name) && !links.includes(name))
  const notes = strange.map((name) => `warning: ${unknownOne('Unknown environment variable:', name, known, prefix).message}`)
  if (links.length > 0) {
    const shown = links.slice(0, 3).join(', ') + (links.length > 3 ? ' …' : '')
    notes.push(`note: ${shown} belong to a Kubernetes or Docker service named "standin", and are ignored.`)
  }
  return { env: Object.fromEntries(Object.entries(env).filter(([name]) => !links.includes(name))), notes }
}

const fileNames = ['standin.config.yaml', 'standin.config.yml', 'standin.config.json']

/** A list that can be set only in the file. */
const callers = 'callers'

export interface Config {
  readonly file: string | undefined
  /** Values in the file, by option name. */
  readonly texts: Readonly<Record<string, string>>
  /** Callers with their own limits, not yet validated. */
  readonly callers?: unknown
}

/** Reads the configuration file. `options`: the options for all commands. Throws {@link Misuse} for an invalid file. */
export async function readConfig(folder: string, options: Options): Promise<Config> {
  const [file, other] = fileNames.filter((name) => existsSync(join(folder, name)))
  if (file === undefined) return { file, texts: {} }
  if (other !== undefined) throw new Misuse(`Both ${file} and ${other} exist. Remove one of them.`)
  const { readYaml } = await import('../../../platform/node-files.ts')
  const content = (await readYaml(join(folder, file))) ?? {}
  if (typeof content !== 'object' || Array.isArray(content)) throw new Misuse(`${file} must contain names and values.`)
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(content)) {
    if (key === callers) continue
    const name = Object.keys(options).find((each) => each === key || flagOf(each) === key)
    if (name === undefined) throw unknownOne(`${file}: unknown option`, key, [...Object.keys(options).map(flagOf), callers])
    if (name in texts) throw new Misuse(`${file}: ${flagOf(name)} appears twice.`)
    texts[name] = configText(value, `${file}: ${key}`)
  }
  return { file, texts, callers: (content as Record<string, unknown>)[callers] }
}

function configText(value: unknown, source: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Misuse(`${source} must be a single string or number.`)
}
