/** A call that works: as a command, and sent from here. */
import { useState } from 'preact/hooks'
import { gap, shWord, shWordBriefly } from '../../../quoting.ts'
import { StatusBadge } from '../../components/badge.tsx'
import { Copy } from '../../components/copy.tsx'
import { say } from '../../components/toast.tsx'
import { callControl, sentenceOf } from '../../data/control.ts'
import { base } from '../../data/place.ts'
import { hrefOf } from '../../shell/address.ts'

/** A new id each time, because an order with a known id is not made again. */
const order = () => ({
  idempotencyId: `first-${Date.now()}`,
  recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'It works.' } } },
})

const commandWith = (token: string | undefined) => `curl -i ${shWordBriefly(`${base}/future/orders`)} \\
  -H ${token === undefined ? shWord([gap('Authorization: Bearer $TOKEN')]) : shWord([`Authorization: Bearer ${token}`])} \\
  -H 'Content-Type: application/json' \\
  -d ${shWord([JSON.stringify(order())])}`

export function FirstCall({ token }: { readonly token: string | undefined }) {
  const [sent, setSent] = useState<{ readonly status: number; readonly call: string | null }>()
  const command = commandWith(token)

  async function send(): Promise<void> {
    try {
      const authorization = `Bearer ${token ?? (await callControl('control.makeToken', { body: { org: 'ttd', orgNo: '991825827' } })).token}`
      const headers = { authorization, 'content-type': 'application/json' }
      const { status, headers: replied } = await fetch(`${base}/future/orders`, { method: 'POST', headers, body: JSON.stringify(order()) })
      setSent({ status, call: replied.get('x-standin-call') })
    } catch (error) {
      say(sentenceOf(error), 'bad')
    }
  }
  return (
    <section class="card wide">
      <h2>
        <span class="step">3</span> A call that works
      </h2>
      <p>It orders an email to someone@example.org. Standin keeps the email and sends nothing.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard. */}
      <pre class="body" tabIndex={0}>
        {token === undefined ? command : command.replace(token, `${token.slice(0, 24)}…`)}
      </pre>
      <div class="actions start">
        <button type="button" class="primary" onClick={() => void send()}>
          Send it from here
        </button>
        <Copy text={command} what="the command" label="Copy the command" />
        {sent && (
          <output>
            <StatusBadge status={sent.status} /> {sent.call !== null && <a href={hrefOf(['calls', sent.call])}>See what happened</a>}
          </output>
        )}
      </div>
    </section>
  )
}
