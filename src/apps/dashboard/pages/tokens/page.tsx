/** Creates tokens for any organization and scopes, and shows their decoded claims. */

import { useState } from 'preact/hooks'
import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/dialog.tsx'
import { Facts } from '../../components/facts.tsx'
import { CheckList, ChoiceField, TextField } from '../../components/fields.tsx'
import { Body } from '../../components/http-message.tsx'
import { Text, Time, worldNow } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import { useChange, useControl } from '../../data/control.ts'
import './tokens.css'

const lengths: Readonly<Record<string, string>> = {
  PT1M: 'a minute',
  PT30M: '30 minutes',
  PT8H: '8 hours',
  P30D: '30 days',
  P1000D: '1000 days',
}

const issuers: Readonly<Record<string, string>> = {
  platform: 'the platform: ready for use',
  maskinporten: 'Maskinporten: to be exchanged',
}

const start = { org: 'ttd', orgNo: '991825827', clientId: '', systemUserOrg: '', ttl: 'PT30M', issuer: 'platform' }

export function page() {
  const [made, setMade] = useState<readonly Made[]>([])
  const [written, write] = useState(start)
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [others, setOthers] = useState('')
  const { data: openapi } = useControl('control.showOpenapi')
  const make = useChange('control.makeToken', (reply) => {
    setMade((before) => [reply, ...before].slice(0, 10))
  })
  const field = (name: keyof typeof start) => ({
    value: written[name],
    change: (value: string) => write((before) => ({ ...before, [name]: value.trim() })),
  })
  const scope = [...scopes, others.trim()].filter(Boolean).join(' ')
  function submit(): void {
    const { issuer, ...texts } = written
    const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
    const from = issuer === 'maskinporten' ? ('maskinporten' as const) : ('platform' as const)
    make.mutate({ body: { ...given, issuer: from, ...(scope !== '' && { scope }) } })
  }
  return (
    <div class="tokens centred">
      <h1>Tokens</h1>
      <p class="lead">Standin signs tokens for any caller, so that test clients can have any identity.</p>
      <Form class="card" submit={submit}>
        <div class="fields">
          <TextField label="Organization number" {...field('orgNo')} hint="The caller's." />
          <TextField label="Service owner" {...field('org')} hint="The service owner code. Leave empty if the organization has none." />
          <TextField label="Client id" {...field('clientId')} placeholder="derived from the organization" />
          <TextField label="System user of" {...field('systemUserOrg')} placeholder="organization number" />
          <ChoiceField label="Valid for" {...field('ttl')} choices={lengths} />
          <ChoiceField label="Issued by" {...field('issuer')} choices={issuers} />
        </div>
        <fieldset class="row">
          <legend>Scopes</legend>
          <CheckList of={scopesIn(openapi)} chosen={scopes} change={setScopes} show={(each) => <code>{each}</code>} />
          <TextField label="Other scopes" quiet placeholder="Others, separated by spaces" value={others} change={setOthers} />
          <p class="hint">{scope === '' ? "None chosen: the token has all the service's scopes." : `The token's scopes: ${scope}`}</p>
        </fieldset>
        <div class="actions start">
          <Button submit label="Create a token" class="primary" disabled={make.isPending} />
        </div>
      </Form>
      {made.map((token) => (
        <MadeToken key={token.token} token={token} />
      ))}
    </div>
  )
}

type Made = ControlReply<'control.makeToken'>

/** Shows a new token and its decoded claims. The token can be copied, also as a header. */
function MadeToken({ token: { token, expiresAt, claims } }: { readonly token: Made }) {
  const { scope, iss, client_id: clientId, consumer } = claims
  return (
    <section class="card made" aria-label="The new token">
      <p class="code-line">
        <Text as="code">{token}</Text>
        <Copy text={token} what="the token" label="Copy" />
        <Copy text={`Authorization: Bearer ${token}`} what="the header" label="as header" />
      </p>
      <div class="decoded">
        <Facts
          of={{
            'Valid until': (
              <>
                <Time at={expiresAt} full /> {Date.parse(expiresAt) <= worldNow.value && <strong class="warning">expired</strong>}
              </>
            ),
            Scopes: asText(scope),
            Issuer: asText(iss),
            Client: asText(clientId),
            Consumer: asText((consumer as { readonly ID?: unknown } | undefined)?.ID),
          }}
        />
        <details open>
          <summary>All claims</summary>
          <Body text={JSON.stringify(claims)} />
        </details>
      </div>
    </section>
  )
}

const asText = (value: unknown) => (value === undefined ? undefined : `${value as string | number}`)

type Member = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : [])

function scopesIn(openapi: unknown): string[] {
  const operations = membersOf((openapi as Member | undefined)?.paths).flatMap(membersOf)
  const named = operations
    .flatMap((operation) => membersOf((operation as Member | null)?.security))
    .flatMap((requirement) => membersOf((requirement as Member | null)?.bearer))
  return [...new Set(named.filter((each) => typeof each === 'string'))].sort()
}
