/** Rate limits: each caller's remaining calls, the time until the limit resets, and controls to change both. */

import { useState } from 'preact/hooks'
import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { Empty, Loaded } from '../../components/list.tsx'
import { counted, Text, worldNow } from '../../components/text.tsx'
import { Who } from '../../components/who.tsx'
import { environment, useChange, useControl, wholeList } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'
import './limits.css'

export function page() {
  const list = useControl('control.listLimits', { query: wholeList }, { live: true })
  const refill = useChange('control.refillLimits', () => 'All limits were refilled.')
  return (
    <div class="limits">
      <header class="head">
        <h1>Limits</h1>
        <p class="quiet">Calls that each caller can make per minute of world time.</p>
        <Button label="Refill all" class="primary" act={() => refill.mutate({})} />
      </header>
      <Loaded of={list}>
        {({ limits }) => {
          const here = limits.filter((each) => each.environment === environment)
          return (
            <>
              {here.length === 0 && (
                <Empty title="No caller has used a limited operation yet.">
                  <p>A limit appears after the first call to a limited operation. You can also set a limit below.</p>
                  <p>
                    If the clock was frozen from the start, there are no limits unless Standin was started with{' '}
                    <code>--rate-limits current</code>.
                  </p>
                </Empty>
              )}
              <div class="callers">
                {[...Map.groupBy(here, ({ caller }) => caller)].map(([caller, theirs]) => (
                  <section class="card" key={caller}>
                    <h2>
                      {theirs[0] && <Who of={{ org: null, orgNo: theirs[0].orgNo, clientId: caller }} full />}
                      <a href={hrefOf(['calls'], { caller })}>its calls</a>
                    </h2>
                    <ul>
                      {theirs.map((each) => (
                        <LimitBar key={each.operation} limit={each} />
                      ))}
                    </ul>
                  </section>
                ))}
              </div>
              {limits.length > here.length && (
                <p class="quiet">The other environment has {limits.length - here.length} more. Choose it above to see them.</p>
              )}
            </>
          )
        }}
      </Loaded>
      <SetLimit />
    </div>
  )
}

/** A form that sets the limit of any caller, even one that has not made a call yet. */
function SetLimit() {
  const [caller, setCaller] = useState('991825827')
  const [operation, setOperation] = useState('fileTransfer.search')
  const [left, setLeft] = useState('0')
  const { data: version } = useControl('control.version')
  const set = useChange('control.setLimit', () => `${caller} has ${counted(Number(left), 'call')} to ${operation} left.`)
  const submit = () => set.mutate({ params: { caller: caller.trim(), operation: operation.trim() }, body: { left: Number(left) } })
  return (
    <section class="card set">
      <h2>Set a caller's remaining calls</h2>
      <Form class="inline" submit={submit}>
        <TextField label="Client id or organization number" value={caller} change={setCaller} required />
        <TextField
          label="Operation"
          value={operation}
          change={setOperation}
          choices={version?.capabilities.operations.filter((each) => each.startsWith('fileTransfer.'))}
          required
        />
        <TextField label="Calls left" type="number" value={left} change={setLeft} required />
        <Button submit label="Set" class="primary" />
      </Form>
      <p class="quiet">An organization number means the organization's own client.</p>
    </section>
  )
}

type Limit = ControlReply<'control.listLimits'>['limits'][number]

function LimitBar({ limit: { caller, operation, limit, left, resetsAt } }: { readonly limit: Limit }) {
  const set = useChange('control.setLimit')
  const params = { caller, operation }
  const seconds = Math.ceil((Date.parse(resetsAt) - worldNow.value) / 1_000)
  const tone = left === 0 ? 'empty' : left / limit <= 0.25 ? 'low' : ''
  return (
    <li>
      <span class="name">
        <Text>{operation}</Text>
      </span>
      <meter class={tone} min={0} max={limit} value={left} aria-label={`${operation}: ${left} of ${limit} left`} />
      <span class="number">
        {left} of {limit}
      </span>
      <span class="quiet number">{left === limit ? 'full' : seconds > 0 ? `full in ${seconds} s` : 'full now'}</span>
      <span class="row acts">
        <Button label="Use up" class="small" disabled={left === 0} act={() => set.mutate({ params, body: { left: 0 } })} />
        <Button label="Refill" class="small" disabled={left === limit} act={() => set.mutate({ params, body: { left: limit } })} />
      </span>
    </li>
  )
}
