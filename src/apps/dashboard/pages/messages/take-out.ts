/** Takes out of HTML text what a browser reports in the console when it parses it under the policy of the page, even where nothing is shown. */

export interface TakenOut {
  /**
   * Each `style` attribute is named `data-style` here, and each handler such as `onload` `data-onload`. Comments, style elements and
   * {@link reported} are gone.
   */
  readonly html: string
  /** The text of each style element, without `@import`. */
  readonly sheets: readonly string[]
  /** The names of elements that are gone, and `@import`. */
  readonly gone: readonly string[]
}

/** Elements without content that change their document. */
const reported = /^<(base|meta|link)(?=[\s/>])/i

/** Reads the text once. What it misunderstands, the browser reports and does not apply. */
export function takeOut(html: string): TakenOut {
  const sheets: string[] = []
  const gone: string[] = []
  const remaining: string[] = []
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    remaining.push(html.slice(at, open))
    if (html.startsWith('<!--', open)) {
      at = after(html, '-->', open + 4)
      continue
    }
    const end = endOfTag(html, open)
    const tag = html.slice(open, end)
    at = end
    if (/^<style[\s/>]/i.test(tag)) {
      const closing = /<\/style/gi
      closing.lastIndex = end
      const close = closing.exec(html)?.index ?? html.length
      sheets.push(withoutImports(html.slice(end, close), () => gone.push('@import')))
      at = endOfTag(html, close)
      continue
    }
    const [, name] = reported.exec(tag) ?? []
    if (name === undefined) remaining.push(renamed(tag))
    else {
      gone.push(name.toLowerCase())
      // What stands before and behind it must not become one tag.
      remaining.push('<!---->')
    }
  }
  remaining.push(html.slice(at))
  return { html: remaining.join(''), sheets, gone }
}

const piece = /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|@((?:\\[\da-f]{1,6}\s?|\\[^\n]|[\w-])+)/gi
const partOfRule = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|[^;{}"']+/y

/** A sheet that a script makes refuses `@import` with a warning. Its name may have escapes: `@\69mport`. */
function withoutImports(sheet: string, onImport: () => void): string {
  const remaining: string[] = []
  let at = 0
  for (const { 0: whole, 1: name, index } of sheet.matchAll(piece)) {
    if (index < at || name === undefined || unescaped(name).toLowerCase() !== 'import') continue
    onImport()
    remaining.push(sheet.slice(at, index))
    at = endOfRule(sheet, index + whole.length)
  }
  return remaining.join('') + sheet.slice(at)
}

function endOfRule(sheet: string, from: number): number {
  let at = from
  partOfRule.lastIndex = at
  while (partOfRule.test(sheet)) at = partOfRule.lastIndex
  return sheet[at] === ';' ? at + 1 : at
}

const unescaped = (name: string) =>
  name.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, code?: string, character?: string) =>
    code === undefined ? (character ?? '') : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  )

const opening = /^<[a-z][^\s/>]*/i
const attributes = /([^\s=>/]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/g

function renamed(tag: string): string {
  const [start] = opening.exec(tag) ?? []
  if (start === undefined) return tag
  const rest = tag.slice(start.length)
  return start + rest.replace(attributes, (whole, name: string) => (/^(?:style$|on)/i.test(name) ? `data-${whole}` : whole))
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at + mark.length
}

/** A quotation mark counts only behind `=`. */
function endOfTag(html: string, open: number): number {
  if (!/[a-z/]/i.test(html[open + 1] ?? '')) return Math.min(open + 1, html.length)
  let before = ''
  for (let at = open + 1; at < html.length; at++) {
    const character = html[at] ?? ''
    if (character === '>') return at + 1
    if (before === '=' && (character === '"' || character === "'")) at = after(html, character, at + 1) - 1
    if (character.trim() !== '') before = character
  }
  return html.length
}
