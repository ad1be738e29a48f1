/** Reads fixtures and scenarios from their folders. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
  const files = readdirSync(folder).filter((name) => extname(name) === '.yaml')
  const documents = files.sort().map(async (name) => [basename(name, '.yaml'), await readYaml(join(folder, name))] as const)
  return Object.fromEntries(await Promise.all(documents))
}

/** What a YAML file says (JSON is YAML, too). Throws {@link Misuse} that names file, line and column. */
export async function readYaml(file: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import('yaml')
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter, prettyErrors: false })
  const [mistake] = document.errors
  if (mistake) {
    const { line, col } = lineCounter.linePos(mistake.pos[0])
    throw new Misuse(`${file}:${line}:${col}: ${mistake.message}.`)
  }
  try {
    return document.toJS()
  } catch (error) {
    throw new Misuse(`${file}: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function mustExist(folder: string): void {
  if (!existsSync(folder)) throw new Misuse(`There is no folder ${folder}.`)
}
