/** The world of the page: its two addresses, what is in it, and its reset. */

import { useState } from 'preact/hooks'
import { Badge } from '../../components/badge.tsx'
import { Copy } from '../../components/copy.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { counted } from '../../components/text.tsx'
import { addressOf, dashboardOf, type EnvironmentName, environment, useChange, useControl, world } from '../../data/control.ts'

const environments: readonly EnvironmentName[] = ['test', 'production']

export function ThisWorld({ fork }: { fork(): void }) {
  const { data: state } = useControl('control.showState', {}, { live: true })
  const [asking, ask] = useState(false)
  return (
    <section class="card">
      <h2>
        The world <span>{world}</span>
        <span class="row">
          <button type="button" onClick={fork}>
            Fork …
          </button>
          <button type="button" class="danger" onClick={() => ask(true)}>
            Reset …
          </button>
        </span>
      </h2>
      <ul class="lines">
        {environments.map((name) => {
          const { orders, shipments, fileTransfers } = state?.environments[name] ?? {}
          return (
            <li key={name}>
              <span class="name">
                <a href={dashboardOf(world, name)}>{name}</a> {name === environment && <Badge tone="info">shown</Badge>}
              </span>
              <span class="code-line">
                <code>{addressOf(world, name)}</code>
                <Copy text={addressOf(world, name)} what={`the address of ${name}`} />
              </span>
              <span class="quiet">
                {[
                  counted(orders?.total ?? 0, 'order'),
                  counted(shipments?.total ?? 0, 'shipment'),
                  counted(fileTransfers?.total ?? 0, 'file transfer'),
                ].join(', ')}
              </span>
            </li>
          )
        })}
      </ul>
      {asking && <Reset close={() => ask(false)} />}
    </section>
  )
}

/** What a reset can keep. */
const keepable = { scenarios: 'the scenarios that are on', clock: 'the time', contacts: 'the contacts', journal: 'the journal' } as const
type KeepablePart = keyof typeof keepable

function Reset({ close }: { close(): void }) {
  const [kept, keep] = useState<readonly KeepablePart[]>([])
  const reset = useChange('control.reset', () => 'The world is as at its start.')
  return (
    <Confirm
      title={`Reset the world ${world}?`}
      yes="Reset the world"
      act={() => reset.mutate({ body: { keep: [...kept] } })}
      close={close}
    >
      <p>Its orders, messages and files go, in both environments. That cannot be undone.</p>
      <fieldset>
        <legend>Keep</legend>
        {(Object.keys(keepable) as KeepablePart[]).map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={kept.includes(name)}
              onChange={(event) => keep(event.currentTarget.checked ? [...kept, name] : kept.filter((each) => each !== name))}
            />
            {keepable[name]}
          </label>
        ))}
      </fieldset>
    </Confirm>
  )
}
