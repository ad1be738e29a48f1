/** Writes docs/llms.txt for assistants: a list of the documentation's pages, each with its first sentences. */
import { writeFileSync } from 'node:fs'
import { nodeDocs } from '../src/platform/node-package.ts'
import type { DocsPage } from '../src/service/world/platform.ts'

export const file = 'docs/llms.txt'

const chapters: readonly { readonly title: string; readonly holds: (name: string) => boolean }[] = [
  { title: 'Guides', holds: (name) => !name.includes('/') },
  { title: 'Clients in other languages', holds: (name) => name.startsWith('clients/') },
  { title: "The service's behaviour on the wire", holds: (name) => name.startsWith('reference/') },
  { title: 'Optional', holds: (name) => name.startsWith('fidelity/') },
]

const lineOf = ({ name, title, summary }: DocsPage) => `- [${title}](${name})${summary === '' ? '' : `: ${summary}`}\n`

/** Source of the format: https://llmstxt.org. */
export async function llms(): Promise<string> {
  const pages = await nodeDocs('docs').list()
  const parts = chapters.map(
    ({ title, holds }) =>
      `## ${title}\n\n${pages
        .filter(({ name }) => holds(name))
        .map(lineOf)
        .join('')}`,
  )
  const head =
    '# Standin\n\n> A stateful stand-in for a public-sector Notification and File Transfer Service, to develop and test clients offline.\n'
  return [head, ...parts].join('\n')
}

if (import.meta.main) writeFileSync(file, await llms())
