/** Renders the documents as HTML for the dashboard. Escapes HTML in documents; links lead to other documents or external pages. */
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import type { Document, Section } from '../src/apps/dashboard/pages/docs/find.ts'

const folder = join(import.meta.dirname, '../docs')
const contents = 'README'

/** Returns the package's documents without the long tables in `fidelity/`: first those in the table of contents, in its order. */
export function documents(): Document[] {
  const names = globSync('**/*.md', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/').replace(/\.md$/, ''))
    .filter((name) => !name.startsWith('fidelity/'))
  const groups = groupsOf(textOf(contents))
  const order = [contents, ...groups.keys()]
  const listed = new Set(names)
  return [...order, ...names.filter((name) => !order.includes(name)).toSorted()]
    .filter((name) => listed.has(name))
    .map((name) => {
      const sections = sectionsOf(textOf(name), name, (other) => listed.has(other))
      return { name, title: sections[0]?.heading ?? name, group: groups.get(name) ?? null, sections }
    })
}

const textOf = (name: string) => readFileSync(join(folder, `${name}.md`), 'utf8')

/** Returns the heading above each document in the table of contents. */
function groupsOf(text: string): Map<string, string> {
  const parts = text.split(/^## /m).slice(1)
  return new Map(
    parts.flatMap((part) => [...part.matchAll(/\]\(([^)#:]+)\.md\)/g)].map(([, name = '']) => [name, part.slice(0, part.indexOf('\n'))])),
  )
}

/** Returns a section for each heading of level 1 to 3, with everything up to the next such heading. */
export function sectionsOf(text: string, name: string, exists: (name: string) => boolean): Section[] {
  const marked = new Marked<string, string>({ renderer: rendererOf(name, exists) })
  const parts: { heading: Tokens.Heading; tokens: Token[] }[] = []
  for (const token of marked.lexer(text)) {
    if (isHeading(token)) parts.push({ heading: token, tokens: [token] })
    else parts.at(-1)?.tokens.push(token)
  }
  const ids = new Map<string, number>()
  return parts.map(({ heading, tokens }) => {
    const plain = plainOf(heading.tokens)
    const id = anchorOf(plain)
    const before = ids.get(id) ?? 0
    ids.set(id, before + 1)
    const own = before === 0 ? id : `${id}-${before}`
    const html = marked.parser(tokens).replace(/^<h(\d)>/, `<h$1 id="doc-${own}">`)
    return { id: own, heading: plain, depth: heading.depth, html }
  })
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading' && token.depth <= 3

/** Returns a heading's anchor, as GitHub generates it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

const plainOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? plainOf(token.tokens) : 'text' in token ? String(token.text) : '')).join('')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

const rendererOf = (name: string, exists: (name: string) => boolean): RendererObject<string, string> => ({
  // Comments are removed. Line breaks are the only HTML in the documents.
  html: ({ text }) => (/^<!--.*-->\s*$/s.test(text) ? '' : /^<br ?\/?>$/.test(text) ? '<br>' : escaped(text)),
  // Scrollable elements must be reachable by keyboard.
  code: ({ text, lang }) => {
    const [, file] = (lang ?? '').split(' ')
    const caption = file === undefined ? '' : ` data-file="${escaped(file)}"`
    return `<pre tabindex="0"${caption}><code>${escaped(text)}</code></pre>\n`
  },
  table(table) {
    // Screen readers cannot announce an empty heading.
    const cell = ({ tokens, header }: Tokens.TableCell) => {
      const tag = header && tokens.length > 0 ? 'th' : 'td'
      return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`
    }
    const row = (cells: readonly Tokens.TableCell[]) => `<tr>${cells.map(cell).join('')}</tr>`
    const head = table.header.some(({ tokens }) => tokens.length > 0) ? `<thead>${row(table.header)}</thead>` : ''
    return `<div class="table" tabindex="0"><table>${head}<tbody>${table.rows.map((cells) => row(cells)).join('')}</tbody></table></div>\n`
  },
  // The package contains no images.
  image: ({ text }) => `<em>${escaped(text)}</em>`,
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens)
    const to = hrefOf(href, name, exists)
    if (to === undefined) return text
    return `<a href="${escaped(to)}"${to.startsWith('#') ? '' : ' target="_blank" rel="noopener noreferrer"'}>${text}</a>`
  },
})

/** Returns `undefined` for a file that exists only in the repository. */
function hrefOf(href: string, name: string, exists: (name: string) => boolean): string | undefined {
  if (/^https?:\/\//.test(href)) return href
  const [file = '', at] = href.split('#')
  const to = file === '' ? name : posix.join(posix.dirname(name), file).replace(/\.md$/, '')
  if (!exists(to)) return undefined
  return `#/docs${to === contents ? '' : `/${to}`}${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`
}
