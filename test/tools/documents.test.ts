/** The documents in the page: whole, harmless, linked rightly, and found. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findIn, textOf } from '../../src/apps/dashboard/pages/docs/find.ts'
import { pages } from '../../src/apps/dashboard/pages/index.ts'
import { documents, sectionsOf } from '../../tools/documents.ts'

const all = documents()
const htmlOf = (markdown: string) => sectionsOf(markdown, 'clients/ruby', (name) => all.some((each) => each.name === name))[0]?.html

test('the page has every document, those of the contents first and under their headings', () => {
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['README', 'cookbook', 'clients/ruby', 'reference/decisions']))
  expect(all.slice(0, 2).map(({ name, group }) => [name, group])).toEqual([
    ['README', null],
    ['cookbook', 'Develop a client'],
  ])
  expect(all.filter(({ name }) => name.startsWith('fidelity/'))).toEqual([])
  expect(all.filter(({ sections }) => sections.length === 0 || sections[0]?.depth !== 1)).toEqual([])
  for (const { name } of all) expect(existsSync(new URL(`../../docs/${name}.md`, import.meta.url))).toBe(true)
})

test('a heading has the id of its anchor, and a second one of the same words has another', () => {
  const sections = sectionsOf('# One\n\n## `a.b`: it Works\n\n## The _same_\n\n## The same\n', 'one', () => true)

  expect(sections.map(({ id, heading }) => [id, heading])).toEqual([
    ['one', 'One'],
    ['ab-it-works', 'a.b: it Works'],
    ['the-same', 'The same'],
    ['the-same-1', 'The same'],
  ])
  expect(sections[1]?.html).toBe('<h2 id="doc-ab-it-works"><code>a.b</code>: it Works</h2>\n')
})

test.each([
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;\n'],
  ['text <b onclick="x">bold</b>', '<p>text &lt;b onclick=&quot;x&quot;&gt;bold&lt;/b&gt;</p>\n'],
  ['`<script>`', '<p><code>&lt;script&gt;</code></p>\n'],
  [
    '```js "><script>\n</code><script>\n```',
    '<pre tabindex="0" data-file="&quot;&gt;&lt;script&gt;"><code>&lt;/code&gt;&lt;script&gt;</code></pre>\n',
  ],
  ['<!-- for writers -->', ''],
  ['one<br>two', '<p>one<br>two</p>\n'],
  ['[a](javascript:alert(1))', '<p>a</p>\n'],
  ['[a](data:text/html,x)', '<p>a</p>\n'],
  ['[a](https://example.org/?"x)', '<p><a href="https://example.org/?&quot;x" target="_blank" rel="noopener noreferrer">a</a></p>\n'],
  ['![a <picture>](x.png)', '<p><em>a &lt;picture&gt;</em></p>\n'],
])('every mark of HTML in a document is escaped, and a link leads nowhere else: %s', (markdown, html) => {
  expect(htmlOf(`# Title\n\n${markdown}\n`)).toBe(`<h1 id="doc-title">Title</h1>\n${html}`)
})

test.each([
  ['java.md', '#/docs/clients/java'],
  ['../cookbook.md#what-was-sent', '#/docs/cookbook?at=what-was-sent'],
  ['../README.md', '#/docs'],
  ['#title', '#/docs/clients/ruby?at=title'],
])('a link to %s leads to the document in the page', (href, to) => {
  expect(htmlOf(`# Title\n\n[a](${href})\n`)).toContain(`<a href="${to}">a</a>`)
})

test('a link to what only the repository has is text', () => {
  expect(htmlOf('# Title\n\n[an example](../../examples/ruby-client/README.md)\n')).toContain('<p>an example</p>')
})

/** The sections that a link or a page names. */
const exists = (name: string, at?: string) =>
  all.some((each) => each.name === name && (at === undefined || each.sections.some(({ id }) => id === at)))

test('every link within the documents leads to a section that exists', () => {
  const links = all.flatMap(({ sections }) =>
    sections.flatMap(({ html }) => [...html.matchAll(/href="#\/docs\/?([^"?]*)(?:\?at=([^"]*))?"/g)]),
  )
  const broken = links.filter(([, name, at]) => !exists(name || 'README', at === undefined ? undefined : decodeURIComponent(at)))

  expect(links.length).toBeGreaterThan(100)
  expect(broken.map(([link]) => link)).toEqual([])
})

test('every page of the dashboard has its document', () => {
  const shown = pages.filter(({ bare, path }) => !bare && path !== 'docs')

  expect(pages.filter(({ document }) => document)).toEqual(shown)
  const isThere = ([name = '', at]: string[]) => exists(name, at)
  expect(shown.filter(({ document = '' }) => !isThere(document.split('#')))).toEqual([])
})

test.each([
  ['order-lost-reply', 'scenarios order-lost-reply'],
  ['resumable UPLOADS', 'file-transfers resumable-uploads'],
  ['retry orders', 'cookbook retry-orders'],
  ['rate limits', 'file-transfers rate-limits'],
  ['semantic versioning', 'promise what-is-public'],
])('who searches for "%s" finds it first', (text, expected) => {
  const [hit] = findIn(all, text)

  expect(`${hit?.document.name} ${hit?.section.id}`).toBe(expected)
})

test('a hit has every word, and shows the words around the first one', () => {
  expect(findIn(all, 'idempotencyId no-such-word-anywhere')).toEqual([])
  expect(findIn(all, ' ')).toEqual([])
  expect(findIn(all, 'standin-required-party')[0]?.excerpt).toMatch(/^… .*standin-required-party .* …$/)
})

test('the text of a section is what a reader sees below its heading', () => {
  const [section] = sectionsOf('# Title\n\nIf `a < b && c`, "x".\n', 'one', () => true)

  expect(section && textOf(section)).toBe('If a < b && c , "x".')
})
