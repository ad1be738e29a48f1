import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verdictsPage } from '../../tools/make-verdicts.ts'

test('docs/verdicts/list.md is up to date (npm run generate)', () => {
  expect(readFileSync(new URL('../../docs/verdicts/list.md', import.meta.url), 'utf8')).toBe(verdictsPage())
})
