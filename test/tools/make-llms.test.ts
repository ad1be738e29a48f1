/** The list of pages for assistants. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { file, llms } from '../../tools/make-llms.ts'

test('docs/llms.txt is up to date (npm run generate)', async () => {
  expect(readFileSync(file, 'utf8')).toBe(await llms())
})

test('every page has a title, and most say what they hold', async () => {
  const lines = (await llms()).split('\n').filter((line) => line.startsWith('- '))

  expect(lines.filter((line) => !/^- \[[^\]]{3,}\]\([a-z/-]+\.md\)/i.test(line))).toEqual([])
  expect(lines.filter((line) => line.includes('): ')).length).toBeGreaterThan(lines.length / 2)
})
