/** Reads fixtures, scenarios and YAML files from disk. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { type Fixtures, type FixtureText, fixtureNames, mergeFixtures, readFixtureTexts } from '../service/areas/fixtures.ts'
import { Misuse } from '../service/wire/misuse.ts'
import { ownFolder, ownPackage } from './node-package.ts'
import { demandFile } from './node-path.ts'

/** Reads Standin's fixtures, overlaid with those in `folder`. Throws {@link Misuse} with the file and position. */
export function readFixtures(folder?: string): Fixtures {
  const own = ownFixtures()
  return folder === undefined ? own : mergeFixtures(own, readFolder(folder))
}

/**
 * Reads Standin's own fixtures. The build contains validated fixtures, because validation would add 10 ms to startup (`npm run
 * bench:start`).
 */
function ownFixtures(): Fixtures {
  if (ownPackage().isBuilt) return JSON.parse(ownFolder('dist').read('fixtures.json').toString('utf8'))
  const { path, read } = ownFolder('fixtures')
  const texts = fixtureFiles.map((file): FixtureText => ({ file: join(path, file), text: read(file).toString('utf8') }))
  return readFixtureTexts(Object.fromEntries(fixtureNames.map((name, at) => [name, texts[at]])))
}

const fixtureFiles = fixtureNames.map((name) => `${name}.json`)

function readFolder(folder: string): Fixtures {
  mustExist(folder)
  const entries = readdirSync(folder)
  // Refuses misspelt file names: if such a file were ignored, the people in the file would seem to be missing.
  const strange = entries.find((name) => isData(name) && !fixtureFiles.includes(name))
  if (strange !== undefined) throw new Misuse(`${join(folder, strange)} is not a fixtures file.`, fixtureFiles)
  const names = fixtureNames.filter((name) => entries.includes(`${name}.json`))
  if (names.length === 0) throw new Misuse(`${folder} contains no fixtures.`, fixtureFiles)
  const texts = names.map((name): [string, FixtureText] => {
    const file = join(folder, `${name}.json`)
    return [name, { file, text: readBytes(file).toString('utf8') }]
  })
  return readFixtureTexts(Object.fromEntries(texts))
}

/** True if a file's name looks like that of a fixtures file. The folder can also contain hidden files, notes and scenarios. */
const isData = (name: string) =>
  (/\.json[c5l]?$/i.test(name) && !name.startsWith('.')) || fixtureNames.some((list) => name.toLowerCase().startsWith(`${list}.`))

/**
 * Reads Standin's scenario documents, keyed by name. The build contains them as JSON, because parsing YAML would add 0.1 s to startup (`npm
 * run bench:start`).
 */
export async function readOwnScenarios(): Promise<Record<string, unknown>> {
  if (ownPackage().isBuilt) return JSON.parse(ownFolder('dist').read('scenarios.json').toString('utf8'))
  const files = await ownScenarioFiles()
  return Object.fromEntries(files.map(({ file, read }) => [basename(file, extname(file)), read()]))
}

export interface ScenarioFile {
  readonly file: string
  read(): unknown
}

export async function ownScenarioFiles(): Promise<ScenarioFile[]> {
  const folder = ownFolder('scenarios')
  const { parseYaml: parse } = await import('./files/yaml.ts')
  const names = folder.list().filter(isYaml).sort()
  return names.map((name) => ({ file: join(folder.path, name), read: () => parse(join(folder.path, name), folder.read(name)) }))
}

const isYaml = (name: string) => /\.ya?ml$/.test(name)

/** Checks a document before another parser reads it. Throws {@link Misuse}. */
export const demandFewAliases = async (file: string, text: string): Promise<void> =>
  (await import('./files/yaml.ts')).demandFewAliases(file, text)

/** Reads a YAML or JSON file. Throws {@link Misuse} with the file, line and column. */
export async function readYaml(file: string): Promise<unknown> {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 }
  if (size > yamlLimit) throw new Misuse(`${file}:1:1: the file has ${size} bytes. The maximum is ${yamlLimit}.`)
  return parseYaml(file, readBytes(file))
}

/** Parses untrusted YAML. Throws {@link Misuse} with file, line and column. */
export const parseYaml = async (file: string, bytes: Uint8Array): Promise<unknown> =>
  (await import('./files/yaml.ts')).parseYaml(file, bytes)

/** Maximum size of a YAML file, in bytes. */
const yamlLimit = 2 ** 18

function mustExist(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (!stats) throw new Misuse(`The folder ${folder} does not exist.`)
  if (!stats.isDirectory()) throw new Misuse(`${folder} is not a folder.`)
}

function readBytes(file: string): Buffer {
  demandFile(file)
  try {
    return readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new Misuse(code === 'EISDIR' ? `${file} is a folder. Expected a file.` : `${file} cannot be read (${String(code)}).`)
  }
}
