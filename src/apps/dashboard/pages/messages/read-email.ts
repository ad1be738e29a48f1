/** Extracts the text and links from an HTML email without rendering it. */

export interface MailLink {
  readonly text: string
  readonly href: string
}

/** Safe, because a document from a `DOMParser` runs no scripts and loads nothing. */
export function readEmail(html: string): { readonly text: string; readonly links: readonly MailLink[] } {
  const { body } = new DOMParser().parseFromString(quiet(html), 'text/html')
  for (const element of body.querySelectorAll('script, iframe')) element.remove()
  const links = [...body.querySelectorAll(link)].map((element) => ({ text: loud(element.textContent.trim()), href: hrefOf(element) }))
  return { text: loud(textOf(body)), links }
}

/** Prefix for attributes that the page's policy forbids; the browser would report them in the console. */
const mark = 'standin-'
const quiet = (html: string) =>
  html.replace(/(<\/?)style/gi, '$1template').replace(/(style|href|on[a-z]{1,30})(?=[\s/]{0,99}=)/gi, `${mark}$1`)
const loud = (text: string) => text.replaceAll(mark, '')

const link = `[${mark}href]:not(base, link)`
const hrefOf = (element: Element) => loud(element.getAttribute(`${mark}href`) ?? '')

const blocks = new Set(['P', 'DIV', 'TR', 'TABLE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'LI', 'UL', 'OL', 'BR', 'HR', 'BLOCKQUOTE', 'PRE'])

function textOf(body: HTMLElement): string {
  const parts: string[] = []
  function read(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) parts.push((node.textContent ?? '').replace(/\s+/g, ' '))
    const edge = blocks.has(node.nodeName) ? '\n' : ''
    parts.push(edge)
    for (const child of node.childNodes) read(child)
    if (node instanceof Element && node.matches(link)) parts.push(` <${hrefOf(node)}>`)
    parts.push(edge)
  }
  read(body)
  const lines = parts.join('').split('\n')
  return lines
    .map((line) => line.trim())
    .filter((line, at, all) => line !== '' || all[at - 1] !== '')
    .join('\n')
    .trim()
}
