/** The documentation of Standin, as files of its package. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Docs, DocsPage } from '../state/platform.ts'
import { ownPackage } from './node-package.ts'

/** A name leads to a file only if the folder lists it. */
export function nodeDocs(folder = join(ownPackage().folder, 'docs')): Docs {
  let pages: Promise<readonly DocsPage[]> | undefined
  const textOf = (name: string) => readFile(join(folder, name), 'utf8')

  async function find(): Promise<readonly DocsPage[]> {
    const files = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
    const names = files.filter((name) => name.endsWith('.md')).sort()
    return Promise.all(names.map(async (name) => pageOf(name, await textOf(name))))
  }
  function list(): Promise<readonly DocsPage[]> {
    pages ??= find()
    return pages
  }
  return {
    list,
    read: async (name) => ((await list()).some((page) => page.name === name) ? textOf(name) : undefined),
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
