/** Reads the configuration file of the working folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Misuse } from '../misuse.ts'
import { unknownOne } from './closest-name.ts'
import { flagOf, type Options } from './option.ts'

const fileNames = ['standin.config.yaml', 'standin.config.yml', 'standin.config.json']

/** A list that only the file can have. */
const callers = 'callers'

export interface Config {
  /** Undefined when there is no file. */
  readonly file: string | undefined
  /** The texts of the file, by the name of the option. */
  readonly texts: Readonly<Record<string, string>>
  /** Callers with limits of their own, not yet validated. */
  readonly callers?: unknown
}

/** `options` are the options of all commands. Throws {@link Misuse} for a mistake in the file. */
export async function readConfig(folder: string, options: Options): Promise<Config> {
  const [file, other] = fileNames.filter((name) => existsSync(join(folder, name)))
  if (file === undefined) return { file, texts: {} }
  if (other !== undefined) throw new Misuse(`There are both ${file} and ${other}. Keep one of them.`)
  const { readYaml } = await import('../platform/node-files.ts')
  const content = (await readYaml(join(folder, file))) ?? {}
  if (typeof content !== 'object' || Array.isArray(content)) throw new Misuse(`${file}: names and values are expected.`)
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(content)) {
    if (key === callers) continue
    const name = Object.keys(options).find((each) => each === key || flagOf(each) === key)
    if (name === undefined) throw unknownOne(`${file}: there is no`, key, [...Object.keys(options).map(flagOf), callers])
    if (name in texts) throw new Misuse(`${file}: ${flagOf(name)} appears twice.`)
    texts[name] = textOf(value, `${file}: ${key}`)
  }
  return { file, texts, callers: (content as Record<string, unknown>)[callers] }
}

function textOf(value: unknown, place: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Misuse(`${place}: one text or number is expected.`)
}
