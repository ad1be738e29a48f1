/** A message as its recipient sees it: an HTML email with its links, a plain-text email, or an SMS. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { controlUrl } from '../../../../control/client.ts'
import { Badge } from '../../components/facts.tsx'
import { Problem } from '../../components/list.tsx'
import { counted, Text } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import { base, callControl } from '../../data/control.ts'
import type { SentMessage } from '../../data/outbox.ts'
import { type MailLink, readEmail } from './read-email.ts'

/** An email can be hostile, so its frame runs no scripts, and the row that serves it prevents it from loading anything. */
export function Email({ message: { id, body }, phone = false }: { readonly message: SentMessage; readonly phone?: boolean }) {
  const [address, setAddress] = useState<string>()
  const [error, setError] = useState<unknown>()
  const { links } = useMemo(() => readEmail(body), [body])
  useEffect(() => {
    const show = (ticket: string) => setAddress(controlUrl(base, 'control.showMail', { params: { ticket } }))
    callControl('control.openMail', { params: { id } }).then(({ ticket }) => show(ticket), setError)
  }, [id])
  if (error !== undefined) return <Problem error={error} />
  return (
    <div class="email">
      {address !== undefined && (
        <iframe class={phone ? 'email-frame phone-wide' : 'email-frame'} title="The email as rendered" sandbox="" src={address} />
      )}
      <p class="quiet left-out">Scripts, forms, frames and network access are blocked. Links are disabled.</p>
      {links.length > 0 && <Links of={links} />}
    </div>
  )
}

const Links = ({ of: links }: { readonly of: readonly MailLink[] }) => (
  <section class="mail-links" aria-label="The email's links">
    <h2>Links</h2>
    <ul>
      {links.map(({ text, href }) => (
        <li key={`${text} ${href}`}>
          <span>
            <Text>{text === '' ? '(no text)' : text}</Text> <code>{<Text>{href}</Text>}</code>
          </span>
          <Copy text={href} what={`the link ${text}`} />
        </li>
      ))}
    </ul>
  </section>
)

export const Plain = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
  <div class="body" tabIndex={0}>
    <Text lines>{text}</Text>
  </div>
)

export const Phone = ({ message: { from, body, segments, truncated } }: { readonly message: SentMessage }) => (
  <div class="phone">
    <p class="phone-from">
      <Text>{from}</Text>
    </p>
    <p class="bubble">
      <Text lines>{body}</Text>
    </p>
    <p class="quiet">
      {counted(Array.from(body).length, 'character')} in {counted(segments ?? 0, 'segment')}{' '}
      {truncated && <Badge tone="warn">a carrier would truncate it</Badge>}
    </p>
  </div>
)
