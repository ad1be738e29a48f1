/** Builds validated JSON files with the scenarios and the fixtures, which load faster than YAML. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFixtures, readOwnScenarios } from '../src/platform/node-files.ts'
import { checkDocument } from '../src/service/failures/read-scenario.ts'

export async function buildData(folder: string): Promise<void> {
  const documents = Object.entries(await readOwnScenarios()).map(([name, document]) => [name, checkDocument(name, document)])
  writeFileSync(join(folder, 'scenarios.json'), JSON.stringify(Object.fromEntries(documents)))
  writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(readFixtures()))
}
