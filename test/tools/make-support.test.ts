import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withSupport } from '../../tools/make-support.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the table of the README is up to date (npm run generate)', () => {
  expect(readme).toBe(withSupport(readme))
  expect(readme).toContain('`POST, GET /broker/api/v1/filetransfer`')
})

test('a README without the markers of the table is refused', () => {
  expect(() => withSupport('# Standin')).toThrow('README.md has no markers for the table.')
})
