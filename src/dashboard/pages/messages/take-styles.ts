/** Takes styles out of HTML text: a browser reports each one that it parses under the policy of the page, even where nothing is shown. */

export interface WithoutStyles {
  /** Each `style` attribute is named `data-style` here. Comments and style elements are gone. */
  readonly html: string
  /** The text of each style element. */
  readonly sheets: readonly string[]
}

/** Reads the text once. What it misunderstands, the browser reports and does not apply. */
export function takeStyles(html: string): WithoutStyles {
  const sheets: string[] = []
  const kept: string[] = []
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    kept.push(html.slice(at, open))
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
      sheets.push(html.slice(end, close))
      at = endOfTag(html, close)
    } else kept.push(tag.replace(/(?<=[\s"'/])style(?=\s*=)/gi, 'data-style'))
  }
  kept.push(html.slice(at))
  return { html: kept.join(''), sheets }
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
