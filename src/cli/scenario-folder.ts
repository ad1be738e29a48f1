/** Lays the scenarios of a folder over the built-in ones, again whenever a file changes. */
import { Misuse } from '../misuse.ts'
import { watchFolder } from '../platform/node-path.ts'
import type { Simulator } from '../simulator.ts'
import type { Log } from './log.ts'
import { readScenarioPath } from './scenario-files.ts'

/** Returns a function that ends the watching. Rejects with {@link Misuse} for a mistake in the folder. Later mistakes are only reported. */
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
      tell(`Read the scenarios of ${folder} again: ${count}.`)
    } catch (error) {
      if (!(error instanceof Misuse)) throw error
      tell([...error.lines, `The scenarios of ${folder} stay as they were.`])
    }
  }
  return watchFolder(folder, again, (error) => tell(`${folder} is no longer watched: ${String(error)}`))
}
