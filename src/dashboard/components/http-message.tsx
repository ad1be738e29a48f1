/** A request or a reply: its body and its headers. */

import type { ComponentChildren } from 'preact'
import { Bytes } from './bytes.tsx'
import { Copy } from './copy.tsx'
import { Facts } from './facts.tsx'
import { Body } from './json.tsx'
import { Size } from './time.tsx'
import { counted } from './words.ts'

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
