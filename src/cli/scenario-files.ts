/** Reads the scenario files of a user. */
import { readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { Misuse } from '../misuse.ts'
import { ownScenarioFiles, readYaml, type ScenarioFile } from '../platform/node-files.ts'
import { demandFile } from '../platform/node-path.ts'

/** The documents of a file or a folder, by name; without a path, those of Standin. Throws a {@link Misuse} that names every mistake of every file. */
export async function readScenarioPath(path?: string): Promise<Record<string, unknown>> {
  const { readScenario } = await import('../scenario/read-scenario.ts')
  const documents = new Map<string, unknown>()
  const mistakes: string[] = []
  for (const { file, read } of path === undefined ? await ownScenarioFiles() : filesAt(path)) {
    const name = basename(file, extname(file))
    if (documents.has(name)) mistakes.push(`${file}: another file has the same name. Keep one of them.`)
    documents.set(name, undefined)
    try {
      const document = await read()
      documents.set(name, document)
      readScenario(name, document, 'folder')
    } catch (fault) {
      if (!(fault instanceof Misuse)) throw fault
      mistakes.push(...fault.lines)
    }
  }
  if (mistakes.length > 0) throw new Misuse(mistakes)
  return Object.fromEntries(documents)
}

const isYaml = (name: string) => /\.ya?ml$/.test(name)

function filesAt(path: string): ScenarioFile[] {
  return pathsAt(path).map((file) => ({ file, read: () => readYaml(file) }))
}

function pathsAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Misuse(`There is no ${path}.`)
  if (!found.isDirectory()) demandFile(path)
  if (found.isFile()) return [path]
  return readdirSync(path)
    .filter(isYaml)
    .sort()
    .map((name) => join(path, name))
}
