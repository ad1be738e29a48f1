/** Advances the world's clock: by a duration, to a time, to the next booking, or until the service has finished. */

import { useMemo, useState } from 'preact/hooks'
import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/dialog.tsx'
import { Badge } from '../../components/facts.tsx'
import { TextField } from '../../components/fields.tsx'
import { counted, spanOf, Text, TextLink, Time } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import { type KeyAct, storyHref, useKeys } from '../../shell/address.ts'

export type Clock = ControlReply<'control.showClock'>
type AccountOfAdvance = ControlReply<'control.advanceClock'>

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
  })
  const busy = advance.isPending
  const settle = () => advance.mutate({ body: { until: 'settled' } })
  const toNext = () => next !== null && advance.mutate({ body: { to: next } })
  const keys = useMemo<KeyAct[]>(
    () => [
      { keys: 'n', does: 'Advance the clock to the next booking', act: toNext },
      { keys: 's', does: 'Advance the clock until the service has no work left', act: settle },
    ],
    [next],
  )
  useKeys(keys)
  return (
    <section class="card">
      <h2>Advance</h2>
      <div class="row">
        {Object.entries(steps).map(([name, span]) => (
          <Button key={name} label={`+ ${name}`} disabled={busy} act={() => advance.mutate({ body: { by: span } })} />
        ))}
        <Button label="To the next booking" class="primary" disabled={busy || next === null} title="n" act={toNext} />
        <Button label="Until settled" class="primary" disabled={busy} title="s" act={settle} />
      </div>
      <div class="ways">
        <Form submit={() => advance.mutate({ body: { by: by.trim() } })}>
          <TextField label="By" value={by} change={setBy} placeholder="1h30m or P7D" required />
          <Button submit label="Go" disabled={busy} />
        </Form>
        <Form submit={() => advance.mutate({ body: { to: utcOf(to.trim()) } })}>
          <TextField label="To, in UTC" value={to} change={setTo} placeholder="2026-12-01T08:00:00" required />
          <Button submit label="Go" disabled={busy} />
        </Form>
      </div>
      {busy && <p class="quiet">Advancing …</p>}
      {account && !busy && <Account account={account.of} from={account.from} />}
    </section>
  )
}

const utcOf = (time: string) => (/(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`)

const shown = 100

interface AccountProps {
  readonly account: AccountOfAdvance
  /** World time before the advance. */
  readonly from: string
}

/** The result of an advance: the new time, and the jobs that ran. */
const Account = ({ account: { now, happened, total, counts, settled, booked }, from }: AccountProps) => (
  <section class="account" aria-label="Result of the advance">
    <h3>
      {spanOf(Math.max(0, Date.parse(now) - Date.parse(from)))} passed, {total === 0 ? 'and no job ran' : `${counted(total, 'job')} ran`}
    </h3>
    <p class="row">
      {Object.entries(counts).map(([what, count]) => (
        <Badge key={what}>{`${count} × ${what}`}</Badge>
      ))}
    </p>
    {booked.length > 0 && (
      <p class="quiet">
        {settled ? 'The service has no work left. Booked for later: ' : 'The service still has work to do. Booked: '}
        {booked.map(({ what, count, until }) => (
          <span key={what}>
            {`${count} × ${what}, until `}
            <Time at={until} full />{' '}
          </span>
        ))}
      </p>
    )}
    <ol class="happened">
      {happened.slice(0, shown).map(({ at, what, id, ...facts }, index) => (
        <li key={index}>
          <Time at={at} full /> <Text as="strong">{what}</Text>{' '}
          <span class="quiet">
            <Text>
              {Object.entries(facts)
                .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
                .join(', ')}
            </Text>{' '}
            {id !== undefined && <TextLink href={storyHref(id)}>{id}</TextLink>}
          </span>
        </li>
      ))}
    </ol>
    {total > shown && <p class="quiet">… and {total - shown} more</p>}
  </section>
)
