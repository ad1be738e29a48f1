/** Every block of the README and of the pages for users runs as it stands, in the order in which the contents name them. */
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf } from './support/page.ts'
import { openReader } from './support/story.ts'

const root = new URL('../', import.meta.url)
const address = 'http://127.0.0.1:4300'
/** Pages whose blocks another test runs. */
const elsewhere: Readonly<Record<string, string>> = { 'docs/pact-broker.md': 'test/broker/page.test.ts' }

const textOf = (page: string) => readFileSync(new URL(page, root), 'utf8')
const linked = [...textOf('docs/README.md').matchAll(/\]\(((?!reference)[^)#:]+\.md)\)/g)].map(([, page]) => `docs/${page}`)
const withBlocks = (pages: readonly string[]) => pages.filter((page) => /^```/m.test(textOf(page)))
const pages = withBlocks(['README.md', ...linked])

const reader = openReader()
/** Blocks that this machine cannot run. */
const left: string[] = []

beforeAll(async () => {
  const taken = await fetch(address).catch(() => undefined)
  if (taken)
    throw new Error(`Something answers at ${address} already. The documents need this port for their own server: stop the other one.`)
  const [server] = blocksOf(textOf('README.md')).filter(({ terminal }) => terminal !== undefined)
  if (!server) throw new Error('README.md starts no server in a terminal of its own.')
  const terminal = await reader.start(server)
  await terminal.shows((output) => output.includes('Ctrl+C stops it.'))
}, 60_000)

afterAll(async () => {
  await reader.close()
  process.stdout.write(left.length > 0 ? `Blocks that this machine cannot run:\n${left.join('\n')}\n` : '')
})

/** What a page may not leave behind in the world of all others. */
const rows = ['worlds', 'scenarios', 'clients', 'callers', 'resources', 'contacts', 'hooks', 'gates', 'clock']
/** What goes on by itself: times, and what was counted. */
const goesOn = new Set(['now', 'created', 'next', 'pending', 'total', 'calls', 'counts', 'rules'])

async function stateOf(row: string): Promise<readonly [string, string]> {
  const reply = await fetch(`${address}/_standin/${row}`)
  return [row, JSON.stringify(await reply.json(), (name, value: unknown) => (goesOn.has(name) ? undefined : value))]
}

const state = async () => new Map(await Promise.all(rows.map(stateOf)))

test.each(pages.filter((page) => !(page in elsewhere)))('every block of %s does what the page says', { timeout: 400_000 }, async (page) => {
  const before = await state()

  const notRun = await reader.tell(textOf(page))

  left.push(...notRun.map(({ line, needs }) => `${page}:${line} needs ${needs}`))
  const after = await state()
  expect(rows.filter((row) => after.get(row) !== before.get(row))).toEqual([])
  expect(reader.servers()).toEqual([])
})

test('the contents link every page that has blocks', () => {
  const all = globSync(['docs/clients/*.md', 'docs/*.md'], { cwd: root }).filter((page) => page !== 'docs/README.md')

  expect(pages.toSorted()).toEqual(withBlocks(['README.md', ...all]).toSorted())
})

test.each(Object.entries(elsewhere))('%s is read by %s', (page, test) => {
  expect(textOf(test)).toContain(page)
})

test.each(linked.filter((page) => /npx standin|"npx"/.test(textOf(page))))('%s says at its head where npx finds Standin', (page) => {
  const [head = ''] = textOf(page).split(/^(?:```|## )/m)

  expect(head).toMatch(/README\.md#set-up\)/)
})

test('a block that a page takes from an example stands in that example', () => {
  const taken = pages.flatMap((page) => blocksOf(textOf(page)).filter(({ file }) => file?.startsWith('examples/')))

  expect(taken.filter(({ file = '', text }) => !textOf(file).includes(text))).toEqual([])
  expect(taken).not.toEqual([])
})

test('a page that does not hold what it says fails with its line and the output', async () => {
  const page = '# A page\n\n```sh\nONE=1\necho status $ONE     # 204\n```\n'

  await expect(reader.tell(page)).rejects.toThrow(/^Line 5: echo status \$ONE {5}# 204\nIt did not print 204, but:\nstatus 1\n$/)
})

test('a page that shows another output, or leaves something behind, fails', async () => {
  await expect(reader.tell('```sh\necho one\n```\n\n```\ntwo\n```\n')).rejects.toThrow('The reply differs')
  await expect(reader.tell('```sh\nsleep 30 &\n```\n')).rejects.toThrow('The page leaves this behind:\n[1]+  Running')
  await expect(reader.tell('```sh\nexport STANDIN_WORLD=mine\n```\n')).rejects.toThrow('The page leaves this behind:\nSTANDIN_WORLD=mine')
})

test('a block that needs what no test has is named and left out', async () => {
  expect(await reader.tell('<!-- needs network -->\n```sh\nfalse\n```\n')).toEqual([{ line: 3, needs: 'network' }])
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
