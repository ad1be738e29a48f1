/** Reads fixtures and scenarios from their folders. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { Misuse } from '../misuse.ts'
import { type Fixtures, type FixtureText, fixtureNames, mergeFixtures, readFixtureTexts } from '../state/fixtures.ts'
import { ownPackage } from './node-package.ts'

/** Standin's own fixtures; with a folder, what it holds laid over them. Throws {@link Misuse} that names file and place. */
export function readFixtures(folder?: string): Fixtures {
  const own = readFolder(join(ownPackage().folder, 'fixtures'))
  return folder === undefined ? own : mergeFixtures(own, readFolder(folder))
}

function readFolder(folder: string): Fixtures {
  mustExist(folder)
  const files = fixtureNames.map((name) => [name, join(folder, `${name}.json`)] as const).filter(([, file]) => existsSync(file))
  const texts = files.map(([name, file]): [string, FixtureText] => [name, { file, text: readFileSync(file, 'utf8') }])
  return readFixtureTexts(Object.fromEntries(texts))
}

/** The scenario documents of a folder (Standin's own, where none is given), by name. Throws {@link Misuse} that names file, line and column. */
export async function readScenarioFiles(folder = join(ownPackage().folder, 'scenarios')): Promise<Record<string, unknown>> {
  mustExist(folder)
  const documents: Record<string, unknown> = {}
  for (const file of readdirSync(folder).filter(isYaml).sort()) {
    const name = basename(file, extname(file))
    if (Object.hasOwn(documents, name)) throw new Misuse(`${join(folder, file)}: there is another file of this name; keep one of them.`)
    documents[name] = await readYaml(join(folder, file))
  }
  return documents
}

const isYaml = (name: string) => /\.ya?ml$/.test(name)

/** What a YAML file says (JSON is YAML, too). Throws {@link Misuse} that names file, line and column. */
export async function readYaml(file: string): Promise<unknown> {
  const { size } = statSync(file)
  if (size > yamlLimit) throw new Misuse(`${file}:1:1: a file of ${size} bytes is too large; ${yamlLimit} are enough.`)
  const { parseYaml } = await import('./yaml.ts')
  return parseYaml(file, readFileSync(file))
}

/** Bytes. */
const yamlLimit = 2 ** 18

function mustExist(folder: string): void {
  if (!existsSync(folder)) throw new Misuse(`There is no folder ${folder}.`)
}
