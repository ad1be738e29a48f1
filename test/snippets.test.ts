/** Every block of the README and of the pages for users runs as it stands. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocksOf } from './support/page.ts'
import { tell } from './support/story.ts'

const root = new URL('../', import.meta.url)
/** Pages whose blocks another test runs, because they need more than a shell and a server. */
const elsewhere: Readonly<Record<string, string>> = { 'docs/real-addresses.md': 'test/real-addresses.test.ts' }
const pages = ['README.md', ...globSync('docs/{*,clients/*}.md', { cwd: root })].filter(
  (page) => /^```/m.test(textOf(page)) && !(page in elsewhere),
)

function textOf(page: string): string {
  return readFileSync(new URL(page, root), 'utf8')
}

test.concurrent.each(pages)('every block of %s does what the page says', { timeout: 90_000 }, async (page) => {
  await tell(textOf(page))
})

test.each(Object.entries(elsewhere))('%s is read by %s', (page, reader) => {
  expect(textOf(reader)).toContain(page)
})

test('a page that does not hold what it says fails with its line and the output', async () => {
  const page = '# A page\n\n```sh\nONE=1\necho status $ONE     # 204\n```\n'

  await expect(tell(page)).rejects.toThrow(/^Line 5: echo status \$ONE {5}# 204\nIt did not say 204, but:\nstatus 1\n$/)
})

test('every example in JSON of the sources can be read', () => {
  const sources = globSync('docs/reference/*.md', { cwd: root }).flatMap((page) => blocksOf(textOf(page)))
  const unreadable = sources.filter(({ language, text }) => language === 'json' && !isJson(text))

  expect(unreadable).toEqual([])
})

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined
  } catch {
    return false
  }
}
