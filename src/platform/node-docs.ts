/** The documentation of Standin, as files of its package. */
import type { Docs, DocsPage } from '../world/platform.ts'
import { folderAt, ownFolder } from './node-package.ts'

/** A name leads to a file only if the folder lists it. */
export function nodeDocs(path?: string): Docs {
  let pages: readonly DocsPage[] | undefined
  const folder = () => (path === undefined ? ownFolder('docs') : folderAt(path))
  const textOf = (name: string) => folder().read(name).toString('utf8')

  function find(): readonly DocsPage[] {
    const names = folder()
      .list()
      .filter((name) => name.endsWith('.md'))
    return names.sort().map((name) => pageOf(name, textOf(name)))
  }
  function list(): readonly DocsPage[] {
    pages ??= find()
    return pages
  }
  return {
    list: async () => list(),
    read: async (name) => (list().some((page) => page.name === name) ? textOf(name) : undefined),
  }
}

/** The first heading, and the first paragraph of prose below it. */
function pageOf(name: string, text: string): DocsPage {
  const [, title = name, rest = ''] = /^# (.+)\n([\s\S]*)/m.exec(text) ?? []
  const paragraph = rest.split(/\n\s*\n/).find((part) => /^\s*(?:[A-Z*[]|`(?!``))/.test(part)) ?? ''
  return { name, title, summary: plain(paragraph) }
}

/** Without links and emphasis, on one line. */
const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]{0,200})\]\([^)]{0,300}\)/g, '$1')
    .replace(/\*\*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
