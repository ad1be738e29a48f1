import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dialectsPage } from '../../tools/make-dialects.ts'

test('docs/dialects.md is up to date (npm run generate)', async () => {
  expect(readFileSync(new URL('../../docs/dialects.md', import.meta.url), 'utf8')).toBe(await dialectsPage())
})
