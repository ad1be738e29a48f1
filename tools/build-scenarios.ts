/** Builds the scenarios into one file of JSON, which is read faster than YAML. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnScenarios } from '../src/platform/node-files.ts'

export async function buildScenarios(folder: string): Promise<void> {
  writeFileSync(join(folder, 'scenarios.json'), JSON.stringify(await readOwnScenarios()))
}
