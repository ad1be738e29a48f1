import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withVerdicts } from '../../tools/make-verdicts.ts'

const page = readFileSync(new URL('../../docs/verdicts.md', import.meta.url), 'utf8')

test('the list of docs/verdicts.md is up to date (npm run generate)', () => {
  expect(page).toBe(withVerdicts(page))
})
