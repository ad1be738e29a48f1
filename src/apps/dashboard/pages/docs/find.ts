/** What a document is, and how its sections are found by words. */

/** A heading of a document, and everything up to the next one. */
export interface Section {
  /** The id of the heading in links. Its element has the id `doc-` and this one, which no other part of the page has. */
  readonly id: string
  readonly heading: string
  readonly depth: number
  /** Made by the build from our own text, in which every mark of HTML is escaped. */
  readonly html: string
}

export interface Document {
  /** Its path in `docs/` without the ending: `clients/python`. The contents are `README`. */
  readonly name: string
  readonly title: string
  /** Under which heading the contents have it. Null: its parent is there, as for a part of the reference. */
  readonly group: string | null
  readonly sections: readonly Section[]
}

export interface Hit {
  readonly document: Document
  readonly section: Section
  /** The words around the first one that was found. */
  readonly excerpt: string
}

/** How much more a word counts in a title and in a heading than in the text. */
const [ofTitle, ofHeading] = [6, 10]
/** What counts less, because few people look for it: the parts of the reference. */
const ofPart = 0.4

/** The sections that have every word, the best first. */
export function findIn(all: readonly Document[], text: string): Hit[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const scored = all.flatMap((document) =>
    document.sections.map((section) => ({ document, section, score: scoreOf(document, section, words) })),
  )
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ document, section }) => ({ document, section, excerpt: excerptOf(textOf(section), words) }))
}

export const wordsOf = (text: string): string[] => [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))]

/** 0 where a word is missing. */
function scoreOf({ title, group }: Document, section: Section, words: readonly string[]): number {
  const [name, heading, body] = [title, section.heading, textOf(section)].map((each) => each.toLowerCase())
  let score = 0
  for (const word of words) {
    const inText = (body?.split(word).length ?? 1) - 1
    const points = (name?.includes(word) ? ofTitle : 0) + (heading?.includes(word) ? ofHeading : 0) + Math.min(inText, 4)
    if (points === 0) return 0
    score += points
  }
  return group === null ? score * ofPart : score
}

const texts = new Map<Section, string>()
const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** What a reader sees of a section, below its heading. */
export function textOf(section: Section): string {
  const known = texts.get(section)
  if (known !== undefined) return known
  // Each part begins behind the sign that opens a mark.
  const [beginning = '', ...marked] = belowHeading(section.html).split('<')
  const text = [beginning, ...marked.map((part) => part.slice(part.indexOf('>') + 1))]
    .join(' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
  texts.set(section, text)
  return text
}

function belowHeading(html: string): string {
  const end = html.indexOf('</h')
  return end < 0 ? html : html.slice(end + '</h1>'.length)
}

/** Letters before and after the first word that was found. */
const [before, after] = [60, 180]

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((each) => each >= 0), text.length))
  const from = at <= before || at === text.length ? 0 : text.indexOf(' ', at - before) + 1
  const excerpt = text.slice(from, from + before + after)
  return `${from > 0 ? '… ' : ''}${excerpt}${from + excerpt.length < text.length ? ' …' : ''}`
}
