/** A message as its recipient sees it: an email of HTML with what it links to and what was left out, a plain one, and an SMS. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Badge } from '../../components/facts.tsx'
import { Problem } from '../../components/list.tsx'
import { counted, Text } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import type { SentMessage } from '../../data/outbox.ts'
import type { MailLink, Sanitised } from './sanitise.ts'

type Cleaner = typeof import('./sanitise.ts')

/** The email and the module that made it harmless, which is loaded with the first email. */
function useCleaned(html: string | undefined) {
  const [cleaned, setCleaned] = useState<{ readonly email: Sanitised; readonly by: Cleaner }>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let isCurrent = true
    if (html === undefined) return
    import('./sanitise.ts').then((by) => isCurrent && setCleaned({ email: by.sanitise(html), by }), setError)
    return () => {
      isCurrent = false
    }
  }, [html])
  return { cleaned, error }
}

/** Nothing within the frame may load anything: not even what the policy of the page allows. */
const empty = `<!doctype html><html lang="en"><head><title>Email</title><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:"></head><body></body></html>`

export function Email({ html, phone = false }: { readonly html: string; readonly phone?: boolean }) {
  const { cleaned, error } = useCleaned(html)
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element || !isReady || !cleaned) return
    cleaned.by.fill(element, cleaned.email)
    const fit = () => {
      const height = element.contentDocument?.documentElement.offsetHeight ?? 0
      element.style.height = `${Math.min(Math.max(height, 120), 20_000)}px`
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isReady, cleaned])
  if (error !== undefined) return <Problem error={error} />
  return (
    <div class="email">
      <iframe
        ref={frame}
        class={phone ? 'email-frame phone-wide' : 'email-frame'}
        title="The email as rendered"
        sandbox="allow-same-origin"
        srcdoc={empty}
        onLoad={() => setReady(true)}
      />
      {cleaned && <LeftOut of={cleaned.email.leftOut} />}
      {cleaned && cleaned.email.links.length > 0 && <Links of={cleaned.email.links} />}
    </div>
  )
}

function LeftOut({ of: leftOut }: { readonly of: ReadonlyMap<string, number> }) {
  if (leftOut.size === 0) return null
  return (
    <p class="quiet left-out">
      Left out: <Text>{[...leftOut].map(([what, times]) => (times === 1 ? what : `${what} × ${times}`)).join(', ')}</Text>
    </p>
  )
}

const Links = ({ of: links }: { readonly of: readonly MailLink[] }) => (
  <section class="mail-links" aria-label="Links of the email">
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

export function EmailText({ html }: { readonly html: string }) {
  const { cleaned, error } = useCleaned(html)
  if (error !== undefined) return <Problem error={error} />
  if (!cleaned) return <p class="quiet loading">Loading …</p>
  return <Plain text={cleaned.by.plainText(cleaned.email)} />
}

export const Plain = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
  <div class="body" tabIndex={0}>
    <Text lines>{text}</Text>
  </div>
)

/** An SMS as a phone shows it. */
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
      {truncated && <Badge tone="warn">an operator would cut it</Badge>}
    </p>
  </div>
)
