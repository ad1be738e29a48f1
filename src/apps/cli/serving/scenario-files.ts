/** Reads the user's scenario files, overlays a folder on the built-in scenarios, and reloads it after each change. */
import { readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Simulator } from '../../../control/simulator.ts'
import { ownScenarioFiles, readYaml, type ScenarioFile } from '../../../platform/node-files.ts'
import { demandFile, watchFolder } from '../../../platform/node-path.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Log } from './log.ts'

/**
 * Reads the documents in a file or folder, keyed by name. Default: the built-in scenarios. Rejects with a {@link Misuse} that lists every
 * error in every file.
 */
export async function readScenarioPath(path?: string): Promise<Record<string, unknown>> {
  const { readScenario } = await import('../../../service/failures/read-scenario.ts')
  const documents = new Map<string, unknown>()
  const mistakes: string[] = []
  for (const { file, read } of path === undefined ? await ownScenarioFiles() : filesAt(path)) {
    const name = basename(file, extname(file))
    if (documents.has(name)) mistakes.push(`${file}: another file has the same name. Remove one of them.`)
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

function filesAt(path: string): ScenarioFile[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new Misuse(`${path} does not exist.`)
  if (!stats.isDirectory()) demandFile(path)
  if (stats.isFile()) return [fileAt(path)]
  const names = readdirSync(path).filter((name) => /\.ya?ml$/.test(name))
  return names.sort().map((name) => fileAt(join(path, name)))
}

const fileAt = (file: string): ScenarioFile => ({ file, read: () => readYaml(file) })

/** Returns a function that stops watching. Rejects with {@link Misuse} if the folder contains an error. Later errors are only reported. */
export async function openScenarioFolder(folder: string, simulator: Simulator, tell: Log['warn']): Promise<() => void> {
  await lay()
  async function lay(): Promise<number> {
    const documents = await readScenarioPath(folder)
    await simulator.overlay(documents)
    return Object.keys(documents).length
  }
  async function again(): Promise<void> {
    try {
      const count = await lay()
      tell(`Reloaded the scenarios in ${folder}: ${count}.`)
    } catch (error) {
      if (!(error instanceof Misuse)) throw error
      tell([...error.lines, `The previous scenarios in ${folder} are still in use.`])
    }
  }
  return watchFolder(folder, again, (error) => tell(`${folder} is no longer watched: ${String(error)}`))
}
