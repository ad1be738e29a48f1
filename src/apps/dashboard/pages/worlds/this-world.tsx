/** The page's world: its two URLs, its content, and buttons to copy and reset it. */

import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Badge } from '../../components/facts.tsx'
import { CheckList } from '../../components/fields.tsx'
import { counted } from '../../components/text.tsx'
import { CodeLine } from '../../components/toast.tsx'
import { addressOf, dashboardOf, type EnvironmentName, environment, useChange, useControl, world } from '../../data/control.ts'

const environments: readonly EnvironmentName[] = ['test', 'production']

export const Address = ({ name, of, what }: { readonly name: string; readonly of: EnvironmentName; readonly what: string }) => (
  <CodeLine inline text={addressOf(name, of)} what={`the URL of ${what}`} />
)

export function ThisWorld({ fork }: { fork(): void }) {
  const { data: state } = useControl('control.showState', {}, { live: true })
  const [resetting, reset] = useState(false)
  return (
    <section class="card">
      <h2>
        The world <span>{world}</span>
        <span class="row">
          <Button label="Fork …" act={fork} />
          <Button label="Reset …" class="danger" act={() => reset(true)} />
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
              <Address name={world} of={name} what={name} />
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
      {resetting && <Reset close={() => reset(false)} />}
    </section>
  )
}

const retainable = { scenarios: 'the active scenarios', clock: 'the time', contacts: 'the contacts', journal: 'the journal' } as const
type KeepablePart = keyof typeof retainable
const keepableParts = Object.keys(retainable) as KeepablePart[]

function Reset({ close }: { close(): void }) {
  const [parts, keep] = useState<readonly KeepablePart[]>([])
  const reset = useChange('control.reset', () => 'The world was reset.')
  return (
    <Confirm title={`Reset world ${world}?`} yes="Reset the world" act={() => reset.mutate({ body: { keep: [...parts] } })} close={close}>
      <p>Its orders, messages and files are deleted, in both environments. This cannot be undone.</p>
      <fieldset>
        <legend>Keep</legend>
        <CheckList of={keepableParts} chosen={parts} change={keep} show={(name) => retainable[name]} />
      </fieldset>
    </Confirm>
  )
}
