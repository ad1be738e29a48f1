/** Every code that the operations of the specification can answer has a scenario. */
import { expect, test } from 'vitest'
import { readOwnScenarios } from '../../../../src/platform/node-files.ts'
import { areaName, refusals } from '../../../../src/service/areas/areas.ts'
import { operations } from '../../../../src/service/areas/index.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { rateLimits } from '../../../../src/service/wire/vocabulary.ts'

/** Source: specification §2. */
const ofTheSpecification = new Set<string>(['notifications.createOrder', 'notifications.getShipment', ...Object.keys(rateLimits)])

const scenarios = Object.entries(await readOwnScenarios()).map(([name, document]) => readScenario(name, document, 'built-in'))

/** Whether a proof calls the row and gets the code, and a rule refuses just that. */
const isShown = (id: string, code: string) =>
  scenarios.some(
    ({ rules, proof }) =>
      rules.some(
        ({ on = '', effects }) =>
          [id, areaName(id), 'all'].includes(on) && (effects.refuse as { code?: string } | undefined)?.code === code,
      ) && proof?.some((step) => 'expect' in step && typeof step.expect === 'object' && step.expect.code === code),
  )

const pairs = operations
  .filter(({ id }) => ofTheSpecification.has(id))
  .flatMap(({ id, refusals: keys }) => [...keys, 'NOT-00002' as const, 'NOT-00004' as const].map((key) => [id, key] as const))
  .filter(([, key]) => 'code' in refusals[key])

test('every code that an operation can answer has a scenario', () => {
  expect(ofTheSpecification.size).toBe(10)
  expect(pairs.length).toBeGreaterThan(50)
  const missing = pairs.filter(([id, key]) => !isShown(id, key)).map((pair) => pair.join(' '))
  expect(missing, 'Add a rule and a proof step for each of these to a scenario in scenarios/.').toEqual([])
})
