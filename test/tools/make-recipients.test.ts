import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recipientsPage } from '../../tools/make-recipients.ts'

test('docs/recipients.md is up to date (npm run generate)', () => {
  expect(readFileSync(new URL('../../docs/recipients.md', import.meta.url), 'utf8')).toBe(recipientsPage())
})
