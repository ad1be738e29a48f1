/** Lets world time pass: by a span, to a time, to the next booking, or until the service has finished, and shows the account. */
import { useMemo, useState } from 'preact/hooks'
import { TextField } from '../../components/fields.tsx'
import { useChange } from '../../data/control.ts'
import { type KeyAct, useKeys } from '../../shell/keys.ts'
import { Account } from './account.tsx'
import type { AccountOfAdvance, Clock } from './clock.ts'

/** What is written on a button → how far it goes. */
const steps: Readonly<Record<string, string>> = {
  '1 min': 'PT1M',
  '5 min': 'PT5M',
  '1 h': 'PT1H',
  '1 day': 'P1D',
  '8 days': 'P8D',
  '30 days': 'P30D',
}

export function Advance({ clock: { now, next } }: { readonly clock: Clock }) {
  const [by, setBy] = useState('')
  const [to, setTo] = useState(now.slice(0, 19))
  const [account, setAccount] = useState<{ readonly of: AccountOfAdvance; readonly from: string }>()
  const advance = useChange('control.advanceClock', (reply) => {
    setAccount({ of: reply, from: now })
    setTo(reply.now.slice(0, 19))
    return undefined
  })
  const busy = advance.isPending
  const settle = () => advance.mutate({ body: { until: 'settled' } })
  const toNext = () => next !== null && advance.mutate({ body: { to: next } })
  const keys = useMemo<KeyAct[]>(
    () => [
      { keys: 'n', does: 'Advance the clock to the next booking', act: toNext },
      { keys: 's', does: 'Advance the clock until nothing is left to do', act: settle },
    ],
    [next],
  )
  useKeys(keys)
  return (
    <section class="card">
      <h2>Advance</h2>
      <div class="steps">
        {Object.entries(steps).map(([name, span]) => (
          <button key={name} type="button" disabled={busy} onClick={() => advance.mutate({ body: { by: span } })}>
            + {name}
          </button>
        ))}
        <button type="button" class="primary" disabled={busy || next === null} title="n" onClick={toNext}>
          To the next booking
        </button>
        <button type="button" class="primary" disabled={busy} title="s" onClick={settle}>
          Until settled
        </button>
      </div>
      <div class="ways">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            advance.mutate({ body: { by: by.trim() } })
          }}
        >
          <TextField label="By" value={by} change={setBy} placeholder="1h30m or P7D" required />
          <button type="submit" disabled={busy}>
            Go
          </button>
        </form>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            advance.mutate({ body: { to: /(?:Z|[+-]\d\d:\d\d)$/.test(to.trim()) ? to.trim() : `${to.trim()}Z` } })
          }}
        >
          <TextField label="To, in UTC" value={to} change={setTo} placeholder="2026-12-01T08:00:00" required />
          <button type="submit" disabled={busy}>
            Go
          </button>
        </form>
      </div>
      {busy && <p class="quiet">Time passes …</p>}
      {account && !busy && <Account account={account.of} from={account.from} />}
    </section>
  )
}
