/** Makes an email harmless: no script, form, frame or media, nothing that the page would have to fetch, and no link that leads anywhere. */
import createPurifier from 'dompurify'
import { takeOut } from './take-out.ts'

export interface MailLink {
  readonly text: string
  readonly href: string
}

export interface Sanitised {
  /** The body of the email, without styles. */
  readonly body: HTMLElement
  /** The style sheets of the email, and the style of each element: the policy of the page lets only CSSOM apply them. */
  readonly sheets: readonly string[]
  readonly styles: ReadonlyMap<HTMLElement, string>
  readonly links: readonly MailLink[]
  /** What was left out, with how many times: `script`, `form`, `remote image`. */
  readonly leftOut: ReadonlyMap<string, number>
}

const forbidden = [
  'link',
  'base',
  'meta',
  'style',
  'form',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'portal',
  'template',
  'dialog',
  'audio',
  'video',
  'source',
  'track',
  'picture',
  'map',
  'input',
  'button',
  'select',
  'textarea',
  'svg',
  'math',
]
const fetching = ['action', 'background', 'formaction', 'ping', 'poster', 'srcset', 'usemap']

export function sanitise(html: string): Sanitised {
  const purifier = createPurifier(window)
  const { html: quiet, sheets, gone } = takeOut(html)
  const styles = new Map<HTMLElement, string>()
  const links: MailLink[] = []
  const leftOut = new Map<string, number>()
  const leave = (what: string) => leftOut.set(what, (leftOut.get(what) ?? 0) + 1)
  for (const what of gone) leave(what)

  purifier.addHook('uponSanitizeElement', (_, { tagName }) => {
    if (tagName === 'script' || forbidden.includes(tagName)) leave(tagName)
  })
  purifier.addHook('uponSanitizeAttribute', (node, event) => {
    const { attrName, attrValue } = event
    if (attrName === 'data-style') styles.set(node as HTMLElement, attrValue)
    if (!/^(?:data-)?on/.test(attrName)) return
    event.keepAttr = false
    leave(attrName.replace('data-', ''))
  })
  purifier.addHook('afterSanitizeAttributes', (node) => {
    const element = node as HTMLElement
    const href = element.getAttribute('href')
    if (href !== null) {
      links.push({ text: element.textContent?.trim() ?? '', href })
      element.removeAttribute('href')
      element.title = href
      element.dataset.link = ''
    }
    if (element.hasAttribute('src') && !element.getAttribute('src')?.startsWith('data:image/')) {
      leave('remote image')
      element.removeAttribute('src')
    }
  })
  const root = purifier.sanitize(quiet, {
    RETURN_DOM: true,
    WHOLE_DOCUMENT: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: forbidden,
    FORBID_ATTR: ['data-style', ...fetching],
  }) as HTMLElement
  const body = root.querySelector('body') ?? root
  return { body, sheets, styles, links, leftOut }
}

/** What the page shows of links, because they lead nowhere. */
const ownSheet = '[data-link] { color: LinkText; text-decoration: underline } body { overflow-wrap: anywhere }'

/** Shows an email in the document of a frame. */
export function fill(frame: HTMLIFrameElement, { body, sheets, styles }: Sanitised): void {
  const { contentDocument: page, contentWindow } = frame
  if (!page || !contentWindow) return
  // Only sheets that the document's own window made fit into it.
  const { CSSStyleSheet: Sheet } = contentWindow as Window & typeof globalThis
  page.adoptedStyleSheets = [ownSheet, ...sheets].map((text) => {
    const sheet = new Sheet()
    sheet.replaceSync(text)
    disarmRules(sheet.cssRules)
    return sheet
  })
  const shown = page.importNode(body, true)
  const [from, to] = [body, shown].map((each) => [each, ...each.querySelectorAll<HTMLElement>('*')])
  for (const [at, element] of (from ?? []).entries()) {
    const text = styles.get(element)
    const target = to?.[at]
    if (text === undefined || !target) continue
    target.style.cssText = text
    disarm(target.style)
  }
  page.body.replaceWith(shown)
}

function disarmRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if ('style' in rule) disarm(rule.style as CSSStyleDeclaration)
    if ('cssRules' in rule) disarmRules(rule.cssRules as CSSRuleList)
  }
}

/** CSSOM writes each address as `url("…")`. The value of a custom property is as it was written. */
function disarm(style: CSSStyleDeclaration): void {
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name)
    const isRemote = name.startsWith('--') ? /[(\\]/.test(value) : value.replaceAll('url("data:image/', '').includes('url(')
    if (isRemote) style.removeProperty(name)
  }
}

const blocks = new Set(['P', 'DIV', 'TR', 'TABLE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'LI', 'UL', 'OL', 'BR', 'HR', 'BLOCKQUOTE', 'PRE'])

/** An email as somebody reads it who has no HTML. */
export function plainText({ body }: Sanitised): string {
  const parts: string[] = []
  function read(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) parts.push((node.textContent ?? '').replace(/\s+/g, ' '))
    const isBlock = blocks.has(node.nodeName)
    if (isBlock) parts.push('\n')
    for (const child of node.childNodes) read(child)
    if (node instanceof HTMLElement && node.dataset.link !== undefined) parts.push(` <${node.title}>`)
    if (isBlock) parts.push('\n')
  }
  read(body)
  const lines = parts.join('').split('\n')
  return lines
    .map((line) => line.trim())
    .filter((line, at, all) => line !== '' || all[at - 1] !== '')
    .join('\n')
    .trim()
}
