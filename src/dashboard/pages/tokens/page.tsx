/** Tokens: one for any organization and scope, to copy, with its claims decoded. */
import { useState } from 'preact/hooks'
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { type Made, MadeToken } from './made-token.tsx'
import { scopesIn } from './scopes.ts'
import './tokens.css'

const lengths: Readonly<Record<string, string>> = {
  PT1M: 'a minute',
  PT30M: '30 minutes',
  PT8H: '8 hours',
  P30D: '30 days',
  P1000D: '1000 days',
}

const issuers: Readonly<Record<string, string>> = {
  platform: 'the platform: ready to use',
  maskinporten: 'Maskinporten: to be exchanged',
}

const start = { org: 'ttd', orgNo: '991825827', clientId: '', systemUserOrg: '', ttl: 'PT30M', issuer: 'platform' }

export function page() {
  const [made, setMade] = useState<readonly Made[]>([])
  const [asked, setAsked] = useState(start)
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [others, setOthers] = useState('')
  const { data: openapi } = useControl('control.showOpenapi')
  const make = useChange('control.makeToken', (reply) => {
    setMade((before) => [reply, ...before].slice(0, 10))
    return undefined
  })
  const set = (name: keyof typeof start) => (value: string) => setAsked((before) => ({ ...before, [name]: value.trim() }))
  const scope = [...scopes, others.trim()].filter(Boolean).join(' ')
  return (
    <div class="tokens">
      <h1>Tokens</h1>
      <p class="lead">Standin signs tokens for anyone: each client of the tests can be whoever it needs to be.</p>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          const { issuer, ...texts } = asked
          const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
          const from = issuer === 'maskinporten' ? ('maskinporten' as const) : ('platform' as const)
          make.mutate({ body: { ...given, issuer: from, ...(scope !== '' && { scope }) } })
        }}
      >
        <div class="fields">
          <TextField label="Organization number" value={asked.orgNo} change={set('orgNo')} hint="The caller's." />
          <TextField label="Service owner" value={asked.org} change={set('org')} hint="Its code; empty: none." />
          <TextField label="Client id" value={asked.clientId} change={set('clientId')} placeholder="derived from the organization" />
          <TextField label="System user of" value={asked.systemUserOrg} change={set('systemUserOrg')} placeholder="organization number" />
          <ChoiceField label="Good for" value={asked.ttl} change={set('ttl')} choices={lengths} />
          <ChoiceField label="Issued by" value={asked.issuer} change={set('issuer')} choices={issuers} />
        </div>
        <fieldset>
          <legend>Scopes</legend>
          {scopesIn(openapi).map((each) => (
            <label key={each}>
              <input
                type="checkbox"
                checked={scopes.includes(each)}
                onChange={(event) => setScopes(event.currentTarget.checked ? [...scopes, each] : scopes.filter((one) => one !== each))}
              />
              <code>{each}</code>
            </label>
          ))}
          <TextField label="Other scopes" quiet placeholder="Others, with spaces between them" value={others} change={setOthers} />
          <p class="hint">{scope === '' ? 'None chosen: the token has all scopes of the service.' : `The token has: ${scope}`}</p>
        </fieldset>
        <div class="actions start">
          <button type="submit" class="primary" disabled={make.isPending}>
            Make a token
          </button>
        </div>
      </form>
      {made.map((token) => (
        <MadeToken key={token.token} token={token} />
      ))}
    </div>
  )
}
