import { expect, test } from 'vitest'
import { rowScenarios, writtenScenarios } from '../../tools/make-row-scenarios.ts'

test('the scenarios of rows are those that the table of operations makes, no more and no fewer (npm run generate)', () => {
  expect(writtenScenarios()).toEqual(rowScenarios())
})
