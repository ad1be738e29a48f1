import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withFaults } from '../../tools/make-faults.ts'

test('the tables of docs/faults.md are up to date (npm run generate)', async () => {
  const page = readFileSync(new URL('../../docs/faults.md', import.meta.url), 'utf8')

  expect(page).toBe(await withFaults(page))
})
