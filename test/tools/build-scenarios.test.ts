/** The scenarios in the built package. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOwnScenarios } from '../../src/platform/node-files.ts'
import { readScenario, scenarioOf } from '../../src/scenario/read-scenario.ts'
import { buildScenarios } from '../../tools/build-scenarios.ts'

test('the build checks the scenarios, so that a start reads the same without a check', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-scenarios-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await buildScenarios(folder)
  const built = JSON.parse(readFileSync(join(folder, 'scenarios.json'), 'utf8'))
  const own = await readOwnScenarios()

  expect(Object.keys(built)).toEqual(Object.keys(own))
  for (const [name, document] of Object.entries(own))
    expect(scenarioOf(name, built[name], 'built-in')).toEqual(readScenario(name, document, 'built-in'))
})
