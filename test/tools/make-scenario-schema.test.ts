import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scenarioSchema } from '../../tools/make-scenario-schema.ts'

test('scenarios/schema.json is up to date (npm run generate)', () => {
  expect(JSON.parse(readFileSync(new URL('../../scenarios/schema.json', import.meta.url), 'utf8'))).toEqual(JSON.parse(scenarioSchema()))
})
