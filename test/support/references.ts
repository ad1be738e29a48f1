/** Finds citations of docs/reference in a text, and the sections of its pages. */

/** File names, keyed by the page's name in citations. */
const pages = {
  spec: 'specification',
  specification: 'specification',
  decisions: 'decisions',
  notifications: 'notifications',
  'file-transfer': 'file-transfer',
  events: 'events',
  authentication: 'authentication',
} as const

export type Page = (typeof pages)[keyof typeof pages]
export const pageNames: readonly Page[] = [...new Set(Object.values(pages))]

export interface Citation {
  /** `undefined` if the citation does not name a page. */
  readonly page: Page | undefined
  /** Section such as `4.2`, or `4.2 #12` for a numbered row or item within the section. */
  readonly section: string
  /** Starting at 1. */
  readonly line: number
}

/** A citation can continue on the next line of a comment. */
const gap = String.raw`\s+(?:(?:\*|//|#)\s+)?`
const number = String.raw`\d+(?:\.\d+)*`
const cited = String.raw`§${number}(?:-§?${number})?(?:${gap}#\d+)*`
/** `file-transfer §7.2, §7.3`, `file-transfer §7.2, 7.3`, `notifications §4.2-4.4`, `decisions §1 #4 #5`, or sections without a name. */
const citation = new RegExp(
  String.raw`(?:(?<![\w-])(?<name>${Object.keys(pages).join('|')})(?:\.md)?${gap})?(?<list>${cited}(?:,${gap}(?:${cited}|\d+\.\d+(?!\w)))*)`,
  'g',
)

/** `own`: the page for sections without a page name. If the text is itself a page, pass that page. */
export function citationsIn(text: string, own?: Page): Citation[] {
  return [...text.matchAll(citation)].flatMap(({ index, groups }) => {
    const line = text.slice(0, index).split('\n').length
    const page = groups?.name === undefined ? own : pages[groups.name as keyof typeof pages]
    return (groups?.list ?? '').split(',').flatMap((part) => sectionsCited(part).map((section) => ({ page, section, line })))
  })
}

const unmarked = new RegExp(String.raw`(?<![\w-])(?:${Object.keys(pages).join('|')})(?:\.md)?${gap}(?:sections?${gap})?${number}`, 'g')

/** Returns page names followed by a number without a section sign, which {@link citationsIn} does not find. */
export function unmarkedIn(text: string): string[] {
  return [...text.matchAll(unmarked)].map(([found]) => found)
}

function sectionsCited(part: string): string[] {
  const items = part.match(/#\d+/g) ?? []
  const sections = part.replace(/#\d+/g, '').match(/\d+(?:\.\d+)*/g) ?? []
  return items.length === 0 ? sections : items.map((item) => `${sections[0]} ${item}`)
}

/** Returns sections such as `4` and `4.2`, and `4.2 #12` for numbered rows and items. An unnumbered heading starts no new section. */
export function sectionsOf(markdown: string): Set<string> {
  const found = new Set<string>()
  let section = ''
  for (const line of markdown.replace(/^```.*?^```/gms, '').split('\n')) {
    const heading = /^##+ (\d+(?:\.\d+)*)\.? /.exec(line)?.[1]
    const item = /^(?:\| (\d+) \||(\d+)\. )/.exec(line)
    if (heading !== undefined) section = heading
    if (heading !== undefined) found.add(section)
    else if (item) found.add(`${section} #${item[1] ?? item[2]}`)
  }
  return found
}
