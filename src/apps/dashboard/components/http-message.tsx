/** Shows a request or a reply: its headers, and its body as text or as bytes. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { parseJson } from '../data/json.ts'
import { Facts, Lines } from './facts.tsx'
import { counted, Size, visible } from './text.tsx'
import { Copy } from './toast.tsx'

interface HttpMessageProps {
  readonly title: string
  readonly of: {
    readonly headers: Readonly<Record<string, string | readonly string[]>>
    /** A string, or bytes if the body is not text. `null` if the body is unknown. */
    readonly body: string | Uint8Array | null
    /** Body size; `null` if there is no body. */
    readonly bytes: number | null
    /** Number of characters omitted from the body. */
    readonly missing?: number
  }
  readonly headersShown?: boolean
  readonly children?: ComponentChildren
}

export function HttpMessage({ title, of: { headers, body, bytes, missing = 0 }, headersShown = false, children }: HttpMessageProps) {
  const names = Object.keys(headers)
  return (
    <section class="http-message" aria-label={title}>
      <h3>
        {title} {children} <Size of={bytes} />{' '}
        {typeof body === 'string' && body !== '' && <Copy text={body} what={`the body of the ${title.toLowerCase()}`} />}
      </h3>
      {typeof body === 'string' && body !== '' && <Body text={body} />}
      {missing > 0 && <p class="quiet">… {missing.toLocaleString('en')} more characters</p>}
      {body instanceof Uint8Array && <Bytes bytes={body} />}
      {names.length > 0 && (
        <details open={headersShown}>
          <summary>{counted(names.length, 'header')}</summary>
          <Facts of={Object.fromEntries(names.map((name) => [name, [headers[name] ?? ''].flat().join(', ')]))} />
        </details>
      )}
    </section>
  )
}

const mostBytes = 1_024
const wide = 16

/** Shows the size, the hash, and a hex dump of the first bytes. */
function Bytes({ bytes }: { readonly bytes: Uint8Array }) {
  const hash = useHash(bytes)
  const size = bytes.byteLength
  return (
    <div>
      <Facts of={{ Size: <Size of={size} />, 'SHA-256': hash }} />
      <Lines>
        {linesOf(bytes.subarray(0, mostBytes))}
        {size > mostBytes && `\n… ${counted(size - mostBytes, 'more byte')}`}
      </Lines>
    </div>
  )
}

function linesOf(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += wide) {
    const part = [...bytes.subarray(at, at + wide)]
    const numbers = part.map((each) => each.toString(16).padStart(2, '0')).join(' ')
    const signs = part.map((each) => (each >= 0x20 && each < 0x7f ? String.fromCharCode(each) : '·')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${numbers.padEnd(wide * 3 - 1)}  ${signs}`)
  }
  return lines.join('\n')
}

/** Returns undefined until the hash is computed, and always over plain HTTP from another machine, which has no `crypto.subtle`. */
function useHash(bytes: Uint8Array): string | undefined {
  const [hash, setHash] = useState<string>()
  useEffect(() => {
    if (!crypto.subtle) return
    void crypto.subtle
      .digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
      .then((digest) => setHash([...new Uint8Array(digest)].map((each) => each.toString(16).padStart(2, '0')).join('')))
  }, [bytes])
  return hash
}

/** Maximum number of characters shown. Longer bodies would slow down the page. */
const most = 200_000

/** Shows a body. JSON is indented and coloured; anything else is plain text. */
export function Body({ text }: { readonly text: string }) {
  const shown = text.slice(0, most)
  const parts = isJson(text) ? pretty(shown) : visible(shown, true)
  return (
    <Lines>
      <bdi class="text">{parts}</bdi>
      {text.length > most && <span class="quiet">{`\n… ${counted(text.length - most, 'more character')}`}</span>}
    </Lines>
  )
}

const isJson = (text: string): boolean => /^\s*[{[]/.test(text) && parseJson(text) !== undefined

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Prints each token as it was written, which preserves numbers and duplicate names. Only whitespace changes. */
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
