/** The generated data and facts are those of their sources. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixtures } from '../../mocks/fixtures.ts'
import { scenarios } from '../../mocks/scenarios.ts'
import { controlFacts } from '../../src/control/facts.ts'
import { recordMembers } from '../../src/control/records/members.ts'
import { readFixtures, readOwnScenarios } from '../../src/platform/node-files.ts'
import { jobFacts, operationFacts } from '../../src/service/areas/facts.ts'
import { unproven } from '../../tools/make-browser-data.ts'
import { factsOfControls, factsOfJobs, factsOfOperations, membersOfRecords } from '../../tools/make-row-facts.ts'
import { scenarioNames } from '../../tools/make-scenario-names.ts'

test('mocks/fixtures.ts and mocks/scenarios.ts are up to date (npm run generate)', async () => {
  const expected = { fixtures: readFixtures(), scenarios: unproven(await readOwnScenarios()) }

  expect({ fixtures, scenarios }).toEqual(expected)
})

test('src/service/failures/scenario/built-in-names.ts is up to date (npm run generate)', () => {
  expect(readFileSync('src/service/failures/scenario/built-in-names.ts', 'utf8')).toBe(scenarioNames())
})

test('src/service/areas/facts.ts, src/control/facts.ts and src/control/records/members.ts are up to date (npm run generate)', () => {
  expect({ operationFacts, jobFacts: Object.values(jobFacts) }).toEqual({ operationFacts: factsOfOperations(), jobFacts: factsOfJobs() })
  expect(Object.entries(controlFacts)).toEqual(Object.entries(factsOfControls()))
  expect(recordMembers).toEqual(membersOfRecords())
})
