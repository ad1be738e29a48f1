/** The table of the README, by area. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withSupport } from '../../tools/make-support.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the README says what the rows say (npm run generate)', () => {
  expect(readme).toBe(withSupport(readme))
  expect(readme).toContain('`POST, GET /broker/api/v1/filetransfer`')
})

test('a README without a place for the table is refused', () => {
  expect(() => withSupport('# Standin')).toThrow('README.md has no place for the table')
})
