import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withSupport } from '../../tools/make-support.ts'

const contents = readFileSync(new URL('../../docs/README.md', import.meta.url), 'utf8')

test('the table of docs/README.md is up to date (npm run generate)', () => {
  expect(contents).toBe(withSupport(contents))
  expect(contents).toContain('`POST, GET /broker/api/v1/filetransfer`<br>')
})

test('the table says which operations only one dialect has', () => {
  expect(contents).toContain('`POST, GET /notifications/api/v1/orders` (only `live`)')
})

test('a page without the markers of its part is refused', () => {
  expect(() => withSupport('# Standin')).toThrow('The page has no markers for its generated part.')
})
