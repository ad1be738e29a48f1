/** The configuration file of the folder that a command is called in. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Misuse } from '../misuse.ts'
import { unknownOne } from './closest-name.ts'
import { flagOf, type Options } from './option.ts'

const fileNames = ['standin.config.yaml', 'standin.config.yml', 'standin.config.json']

/** A list that only the file can hold. */
const callers = 'callers'

export interface Config {
  /** Undefined where there is none. */
  readonly file: string | undefined
  /** By an option's name, what the file says. */
  readonly texts: Readonly<Record<string, string>>
  /** Callers with limits of their own, as written. */
  readonly callers?: unknown
}

/** `options` are all that may stand in it, whichever command they belong to. Throws {@link Misuse} for what cannot be. */
export async function readConfig(folder: string, options: Options): Promise<Config> {
  const [file, other] = fileNames.filter((name) => existsSync(join(folder, name)))
  if (file === undefined) return { file, texts: {} }
  if (other !== undefined) throw new Misuse(`There are both ${file} and ${other}; keep one of them.`)
  const { readYaml } = await import('../platform/node-files.ts')
  const content = (await readYaml(join(folder, file))) ?? {}
  if (typeof content !== 'object' || Array.isArray(content)) throw new Misuse(`${file}: names and values are expected.`)
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(content)) {
    if (key === callers) continue
    const name = Object.keys(options).find((each) => each === key || flagOf(each) === key)
    if (name === undefined) throw unknownOne(`${file}: there is no`, key, [...Object.keys(options).map(flagOf), callers])
    if (name in texts) throw new Misuse(`${file}: ${flagOf(name)} stands there twice.`)
    texts[name] = textOf(value, `${file}: ${key}`)
  }
  return { file, texts, callers: (content as Record<string, unknown>)[callers] }
}

function textOf(value: unknown, place: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Misuse(`${place}: one text or number is expected.`)
}
