/** Every block of the README and of the pages for users runs as it stands. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocksOf } from './support/page.ts'
import { tell } from './support/story.ts'

const root = new URL('../', import.meta.url)
/** Pages whose blocks another test runs, because they need more than a shell and a server. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/real-addresses.md': 'test/real-addresses.test.ts',
  'docs/pact-broker.md': 'test/broker/page.test.ts',
}
const pages = ['README.md', ...globSync(['docs/clients/*.md', 'docs/*.md'], { cwd: root })].filter(
  (page) => /^```/m.test(textOf(page)) && !(page in elsewhere),
)

function textOf(page: string): string {
  return readFileSync(new URL(page, root), 'utf8')
}

/** What must be on the machine for the clients of other languages, and where to get it. */
const tools = {
  'docs/clients/python.md': ['python3', 'https://www.python.org/downloads/'],
  'docs/clients/ruby.md': ['ruby', 'https://www.ruby-lang.org/en/downloads/'],
  'docs/clients/java.md': ['java', 'https://adoptium.net/'],
  'docs/clients/dotnet.md': ['dotnet', 'https://dotnet.microsoft.com/download'],
} as const
const absent = Object.entries(tools).filter(([, [tool]]) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
const runnable = pages.filter((page) => !absent.some(([name]) => name === page))

test.skip.each(absent.map(([page, [tool, from]]) => ({ page, tool, from })))(
  '$page does not run here: there is no $tool on this machine (get it from $from)',
  () => undefined,
)

test('each client of docs/clients names what it needs', () => {
  expect(pages.filter((page) => page.startsWith('docs/clients/')).sort()).toEqual(Object.keys(tools).sort())
})

test.concurrent.each(runnable)('every block of %s does what the page says', { timeout: 180_000 }, async (page) => {
  await tell(textOf(page))
})

test.each(Object.entries(elsewhere))('%s is read by %s', (page, reader) => {
  expect(textOf(reader)).toContain(page)
})

test('a block that a page takes from an example stands in that example', () => {
  const taken = pages.flatMap((page) => blocksOf(textOf(page)).filter(({ file }) => file?.startsWith('examples/')))

  expect(taken.filter(({ file = '', text }) => !textOf(file).includes(text))).toEqual([])
  expect(taken).not.toEqual([])
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
