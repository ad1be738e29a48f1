/** The first page: Standin's URL, a token, a call that works, and the world at a glance. */

import { useEffect, useState } from 'preact/hooks'
import { gap, shWord, shWordBriefly } from '../../../../service/wire/text.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/dialog.tsx'
import { Lines, StatusBadge } from '../../components/facts.tsx'
import { TextField } from '../../components/fields.tsx'
import { CodeLine, Copy } from '../../components/toast.tsx'
import { attempt, base, callControl, useChange } from '../../data/control.ts'
import { caughtUp, journalNow } from '../../data/journal.ts'
import { hrefOf } from '../../shell/address.ts'
import { Glance } from './glance.tsx'
import './home.css'

export function page() {
  return (
    <div class="home">
      <h1>A stand-in for the Notification and File Transfer Service</h1>
      <p class="lead">
        Send your calls here instead of to the service. No message leaves Standin. A bounce, a reminder, malware or an outage is{' '}
        <a href={hrefOf(['recipes'])}>only a click away</a>.
      </p>
      <FirstSteps />
      <Glance />
    </div>
  )
}

/** Collapses once calls have arrived, unless the user is using it. */
function FirstSteps() {
  const [token, setToken] = useState<string>()
  const [isOpen, setOpen] = useState<boolean>()
  const isKnown = caughtUp.value
  useEffect(() => {
    if (isKnown) setOpen(!journalNow().lines.some(({ method }) => method !== null))
  }, [isKnown])
  return (
    <details class="steps" open={isOpen ?? false} onToggle={(event) => isKnown && setOpen(event.currentTarget.open)}>
      <summary>First steps: a URL, a token, a call that works</summary>
      <div class="cards">
        <section class="card">
          <h2>
            <span class="step">1</span> The address
          </h2>
          <p>Use this address in your client as the service's URL.</p>
          <CodeLine text={base} what="the address" />
        </section>
        <MakeToken token={token} made={setToken} />
        <FirstCall token={token} />
      </div>
    </details>
  )
}

function MakeToken({ token, made }: { readonly token: string | undefined; made(token: string): void }) {
  const [org, setOrg] = useState('ttd')
  const [orgNo, setOrgNo] = useState('991825827')
  const make = useChange('control.makeToken', (reply) => {
    made(reply.token)
    return 'The token is valid for 30 minutes of world time.'
  })
  return (
    <section class="card">
      <h2>
        <span class="step">2</span> A token
      </h2>
      <Form class="inline" submit={() => make.mutate({ body: { org, orgNo } })}>
        <TextField label="Service owner" value={org} change={setOrg} required />
        <TextField label="Organization number" value={orgNo} change={setOrgNo} required />
        <Button submit label="Create a token" class="primary" />
      </Form>
      {token === undefined ? <p class="quiet">The token has all the service's scopes.</p> : <CodeLine text={token} what="the token" />}
    </section>
  )
}

/** Returns an order with a new id each time, because the service does not create a second order with the same id. */
const order = () => ({
  idempotencyId: `first-${Date.now()}`,
  recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'It works.' } } },
})

const commandWith = (token: string | undefined) => `curl -i ${shWordBriefly(`${base}/future/orders`)} \\
  -H ${token === undefined ? shWord([gap('Authorization: Bearer $TOKEN')]) : shWord([`Authorization: Bearer ${token}`])} \\
  -H 'Content-Type: application/json' \\
  -d ${shWord([JSON.stringify(order())])}`

function FirstCall({ token }: { readonly token: string | undefined }) {
  const [sent, setSent] = useState<{ readonly status: number; readonly call: string | null }>()
  const command = commandWith(token)

  async function send(): Promise<void> {
    const authorization = `Bearer ${token ?? (await callControl('control.makeToken', { body: { org: 'ttd', orgNo: '991825827' } })).token}`
    const headers = { authorization, 'content-type': 'application/json' }
    const { status, headers: replied } = await fetch(`${base}/future/orders`, { method: 'POST', headers, body: JSON.stringify(order()) })
    setSent({ status, call: replied.get('x-standin-call') })
  }
  return (
    <section class="card wide">
      <h2>
        <span class="step">3</span> A call that works
      </h2>
      <p>This call orders an email to someone@example.org. Standin stores the email and sends nothing.</p>
      <Lines>{token === undefined ? command : command.replace(token, `${token.slice(0, 24)}…`)}</Lines>
      <div class="actions start">
        <Button label="Send it from here" class="primary" act={() => attempt(send)} />
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
