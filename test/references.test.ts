/** Every section of docs/reference that a comment, a test or a page cites is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { type Citation, citationsIn, type Page, pageNames, sectionsOf, unmarkedIn } from './support/references.ts'

const folders = ['src', 'test', 'mocks', 'pacts', 'tools', 'bench', 'docs', 'scenarios', 'examples']
const texts = /\.(?:[cm]?[jt]sx?|md|ya?ml|html|css)$/

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const pageFile = (page: Page) => `docs/reference/${page}.md`
const sections = new Map(pageNames.map((page) => [page, sectionsOf(read(pageFile(page)))]))

const inFolders = folders
  .filter((folder) => existsSync(new URL(`../${folder}`, import.meta.url)))
  .flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name)),
  )
const atTheTop = ['README.md', 'CONTRIBUTING.md'].filter((path) => existsSync(new URL(`../${path}`, import.meta.url)))
/** Without this file, whose citations are wrong on purpose. */
const files = [...atTheTop, ...inFolders].filter(
  (path) => texts.test(path) && !path.includes('node_modules') && path !== 'test/references.test.ts',
)

const leadsNowhere = ({ page, section }: Citation): boolean => page === undefined || sections.get(page)?.has(section) !== true

const complaint = (path: string, { page, section, line }: Citation): string =>
  `${path}:${line} cites ${section} of ${page === undefined ? 'no page' : pageFile(page)}`

function wrongIn(path: string, text: string): string[] {
  const own = pageNames.find((page) => pageFile(page) === path)
  return [
    ...citationsIn(text, own)
      .filter(leadsNowhere)
      .map((citation) => complaint(path, citation)),
    ...unmarkedIn(text).map((found) => `${path} says "${found}" without the sign of a section`),
  ]
}

test('every section that is cited exists', () => {
  expect(files.flatMap((path) => wrongIn(path, read(path)))).toEqual([])
})

test('every page of docs/reference is cited by the code', () => {
  const cited = files.filter((path) => path.startsWith('src/')).flatMap((path) => citationsIn(read(path)).map(({ page }) => page))

  expect(new Set(cited)).toEqual(new Set(pageNames))
})

test.each([
  [`decisions §14`, ['decisions 14']],
  [`Source: spec §8.`, ['specification 8']],
  [`Sources: specification §7, file-transfer §7.2. */`, ['specification 7', 'file-transfer 7.2']],
  [`notifications §6.1, §6.2`, ['notifications 6.1', 'notifications 6.2']],
  [`notifications §7.2, 7.3`, ['notifications 7.2', 'notifications 7.3']],
  [`notifications §4.2-4.4`, ['notifications 4.2', 'notifications 4.4']],
  [`decisions §2-§10`, ['decisions 2', 'decisions 10']],
  [`decisions §1 #4 #13, events §4.2 #12`, ['decisions 1 #4', 'decisions 1 #13', 'events 4.2 #12']],
  [`decisions.md §3, reference/events §5`, ['decisions 3', 'events 5']],
  [` * authentication\n * §5.1,\n * §6.2`, ['authentication 5.1', 'authentication 6.2']],
  [`notifications §8, 10 calls`, ['notifications 8']],
  [`[see](x.md) §3`, ['undefined 3']],
])('the citations of "%s"', (text, expected) => {
  expect(citationsIn(text).map(({ page, section }) => `${page} ${section}`)).toEqual(expected)
})

test('a citation knows its line, and the page that it stands on', () => {
  expect(citationsIn(`\n\nas in §4.3`, 'events')).toEqual([{ page: 'events', section: '4.3', line: 3 }])
})

test.each([
  [`rule('file-transfer §5.9', …)`, 'a.ts:1 cites 5.9 of docs/reference/file-transfer.md'],
  [`\nSource: decisions §1 #99.`, 'a.ts:2 cites 1 #99 of docs/reference/decisions.md'],
  [`Source: spec §8.1`, 'a.ts:1 cites 8.1 of docs/reference/specification.md'],
  [`as §4 says`, 'a.ts:1 cites 4 of no page'],
  [`by decisions 15`, 'a.ts says "decisions 15" without the sign of a section'],
  [`see events.md section 4.2`, 'a.ts says "events.md section 4.2" without the sign of a section'],
])('a wrong citation is found: %s', (text, expected) => {
  expect(wrongIn('a.ts', text)).toEqual([expected])
})

test('sections are numbered headings, and numbered rows and items under them', () => {
  const page =
    '# 9 Title\n## 1. One\n| 2 | row |\n### Without a number\n3. item\n## 2 Two\n### 2.1 Deeper\n```\n## 7. In an example\n```\n4 words\n'

  expect([...sectionsOf(page)]).toEqual(['1', '1 #2', '1 #3', '2', '2.1'])
})
