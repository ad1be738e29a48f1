/** The subscriptions to events: who listens where, to what. */
import { useState } from 'preact/hooks'
import { Badge } from '../../components/badge.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Empty, Loaded } from '../../components/loaded.tsx'
import { Table } from '../../components/table.tsx'
import { Text } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { environment, useChange, useControl } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'
import type { Subscription } from './views.tsx'

export function Subscriptions() {
  const found = useControl('control.listSubscriptions', { query: { limit: '10000' } }, { live: true })
  return (
    <Loaded of={found}>
      {(data) => {
        const here = data.subscriptions.filter((each) => each.environment === environment)
        if (here.length === 0) return <Empty title="Nobody has subscribed to events yet." />
        return <Table label="Subscriptions" columns={columns} rows={here} keyOf={({ id }) => String(id)} />
      }}
    </Loaded>
  )
}

const columns = [
  { title: 'No.', cell: ({ id }: Subscription) => <a href={hrefOf(['events', 'deliveries'], { subscription: String(id) })}>{id}</a> },
  { title: 'Who', cell: ({ consumer }: Subscription) => <Text>{consumer}</Text> },
  { title: 'Where', cell: ({ endPoint }: Subscription) => <Text>{endPoint}</Text> },
  { title: 'Resource', cell: ({ resourceFilter }: Subscription) => <Text>{resourceFilter}</Text> },
  { title: 'Subject', cell: ({ subjectFilter }: Subscription) => <Text>{subjectFilter ?? 'any'}</Text> },
  { title: 'Type', cell: ({ typeFilter }: Subscription) => <Text>{typeFilter ?? 'any'}</Text> },
  { title: 'Validated', cell: (each: Subscription) => <Validated of={each} /> },
  { title: 'Remove', cell: (each: Subscription) => <Remove of={each} /> },
]

function Validated({ of: { id, validated } }: { readonly of: Subscription }) {
  const validate = useChange('control.validateSubscription', () => `Subscription ${id} is validated.`)
  if (validated !== null) return <Time at={validated} />
  return (
    <span class="row">
      <Badge tone="warn">gets no events</Badge>
      <button type="button" class="small" onClick={() => validate.mutate({ params: { id: String(id) }, body: { validated: true } })}>
        Validate
      </button>
    </span>
  )
}

function Remove({ of: { id } }: { readonly of: Subscription }) {
  const [asking, ask] = useState(false)
  const remove = useChange('control.removeSubscription', () => `Subscription ${id} is removed.`)
  return (
    <>
      <button type="button" class="quiet small" aria-label={`Remove subscription ${id}`} onClick={() => ask(true)}>
        ×
      </button>
      {asking && (
        <Confirm
          title={`Remove subscription ${id}?`}
          yes="Remove it"
          act={() => remove.mutate({ params: { id: String(id) } })}
          close={() => ask(false)}
        >
          <p>Its consumer gets no more events.</p>
        </Confirm>
      )}
    </>
  )
}
