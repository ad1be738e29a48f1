/** A request or a reply: its headers, and its body as text or as bytes. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ServiceReply } from '../data/send-call.ts'
import { hrefOf } from '../shell/address.ts'
import { StatusBadge } from './badge.tsx'
import { Copy } from './copy.tsx'
import { Facts } from './facts.tsx'
import { Body } from './json.tsx'
import { counted } from './text.tsx'
import { Milliseconds, Size } from './time.tsx'

interface HttpMessageProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** The text, or bytes that are no text. Null: it is not known. */
  readonly body: string | Uint8Array | null
  /** The size of the body; null where there is none. */
  readonly bytes: number | null
  /** How many characters of the text are left out. */
  readonly missing?: number
  /** Shows the headers without a click. */
  readonly headersShown?: boolean
  /** Beside the title. */
  readonly children?: ComponentChildren
}

export function HttpMessage({ title, headers, body, bytes, missing = 0, headersShown = false, children }: HttpMessageProps) {
  const names = Object.keys(headers)
  return (
    <section class="http-message" aria-label={title}>
      <h3>
        {title} {children} <Size of={bytes} />{' '}
        {typeof body === 'string' && body !== '' && <Copy text={body} what={`the body of the ${title.toLowerCase()}`} />}
      </h3>
      {typeof body === 'string' && body !== '' && <Body text={body} />}
      {missing > 0 && <p class="quiet">… {missing.toLocaleString('en')} characters more</p>}
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

/** Bytes that are shown. */
const most = 1_024
const wide = 16

/** Their size and hash, and their beginning as numbers and signs. */
function Bytes({ bytes }: { readonly bytes: Uint8Array }) {
  const hash = useHash(bytes)
  const size = bytes.byteLength
  return (
    <div>
      <Facts of={{ Size: <Size of={size} />, 'SHA-256': hash }} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard. */}
      <pre class="body" tabIndex={0}>
        {linesOf(bytes.subarray(0, most))}
        {size > most && `\n… ${counted(size - most, 'more byte')}`}
      </pre>
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

/** Undefined until it is known, and where the browser knows no hashes: without HTTPS on another machine. */
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

/** What the service replied to a call from the dashboard, with the link to its line. */
export function Replied({ reply: { status, headers, body, bytes, call, ms } }: { readonly reply: ServiceReply }) {
  return (
    <HttpMessage title="Reply" headers={headers} body={body} bytes={bytes} headersShown>
      <StatusBadge status={status} /> <Milliseconds of={ms} /> {call !== null && <a href={hrefOf(['calls', call])}>See line {call}</a>}
    </HttpMessage>
  )
}
