/** The scenarios and fixtures in the built package. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFixtures, readOwnScenarios } from '../../src/platform/node-files.ts'
import { readScenario, scenarioOf } from '../../src/service/failures/read-scenario.ts'
import { buildData } from '../../tools/build-data.ts'
import { expect, test } from '../support/rule.ts'

test('the build checks scenarios and fixtures, so that a start reads the same without a check', async ({ folder }) => {
  await buildData(folder)
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const built = read('scenarios.json')
  const own = await readOwnScenarios()

  expect(Object.keys(built)).toEqual(Object.keys(own))
  for (const [name, document] of Object.entries(own))
    expect(scenarioOf(name, built[name], 'built-in')).toEqual(readScenario(name, document, 'built-in'))
  expect(read('fixtures.json')).toEqual(readFixtures())
})
