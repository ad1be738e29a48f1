/** A body: JSON with lines and colours, else as text. */

import type { ComponentChildren } from 'preact'
import { counted, visible } from './text.tsx'

/** Characters. The rest of a longer body is left out, because the page would be slow. */
const most = 200_000

export function Body({ text }: { readonly text: string }) {
  const shown = text.slice(0, most)
  const parts = isJson(text) ? pretty(shown) : visible(shown, true)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <pre class="body" tabIndex={0}>
      <bdi class="text">{parts}</bdi>
      {text.length > most && <span class="quiet">{`\n… ${counted(text.length - most, 'more character')}`}</span>}
    </pre>
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return /^\s*[{[]/.test(text)
  } catch {
    return false
  }
}

/** The tokens of JSON. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Each token as it was written, so that no number and no repeated name is lost; only the space between them is ours. */
function pretty(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  const tokens = text.match(token) ?? []
  let depth = 0
  const breakLine = () => parts.push(`\n${'  '.repeat(depth)}`)
  for (const [at, each] of tokens.entries()) {
    const next = tokens[at + 1] ?? ''
    if ('{['.includes(each)) {
      parts.push(each)
      if (next === '}' || next === ']') continue
      depth += 1
      breakLine()
    } else if ('}]'.includes(each)) {
      const before = tokens[at - 1] ?? ''
      if (before !== '{' && before !== '[') {
        depth -= 1
        breakLine()
      }
      parts.push(each)
    } else if (each === ',') {
      parts.push(each)
      breakLine()
    } else if (each === ':') parts.push(': ')
    else parts.push(<span class={`json-${kindOf(each, next)}`}>{visible(each, false)}</span>)
  }
  return parts
}

function kindOf(each: string, next: string): string {
  if (each.startsWith('"')) return next === ':' ? 'name' : 'text'
  return /^(?:true|false|null)$/.test(each) ? 'word' : 'number'
}
