/** Events: published events, deliveries, subscriptions, and requests to hooks. */

import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmButton } from '../../components/dialog.tsx'
import { Badge, Table } from '../../components/facts.tsx'
import { Empty, Loaded, Pick } from '../../components/list.tsx'
import { Text, Time } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import { Who } from '../../components/who.tsx'
import { environment, useChange, useControl, wholeList } from '../../data/control.ts'
import { hrefOf, type PageProps, useQueryValue } from '../../shell/address.ts'
import { Deliveries, StatusFilter } from './deliveries.tsx'
import { Hooks } from './hooks.tsx'
import { Published } from './published.tsx'
import './events.css'

const views = { '': 'Published', deliveries: 'Deliveries', subscriptions: 'Subscriptions', hooks: 'Hooks' }

export function page({ rest: [first, second] }: PageProps) {
  const view = first === 'deliveries' || first === 'subscriptions' || first === 'hooks' ? first : ''
  return (
    <div class="events list-page">
      <h1 class="unheard">Events</h1>
      <div class="bar">
        <nav class="row" aria-label="Event views">
          {Object.entries(views).map(([name, title]) => (
            <Pick key={name} href={hrefOf(name === '' ? ['events'] : ['events', name])} current={name === view}>
              {title}
            </Pick>
          ))}
        </nav>
        {view === 'deliveries' && <StatusFilter />}
        <Narrowed />
      </div>
      {view === '' && <Published open={first} />}
      {view === 'deliveries' && <Deliveries open={second} />}
      {view === 'subscriptions' && <Subscriptions />}
      {view === 'hooks' && <Hooks open={second} />}
    </div>
  )
}

/** Tells the user that the list shows only one transfer or subscription. */
function Narrowed() {
  const [transfer, setTransfer] = useQueryValue('transfer')
  const [subscription, setSubscription] = useQueryValue('subscription')
  if (transfer === '' && subscription === '') return null
  return (
    <p class="row narrowed">
      {transfer === '' ? (
        <>
          only subscription <Text>{subscription}</Text>
        </>
      ) : (
        <>
          only the transfer <Text>{transfer}</Text> <Copy text={transfer} what="the transfer's id" />
        </>
      )}
      <Button label="Show all" class="small" act={() => (transfer === '' ? setSubscription('') : setTransfer(''))} />
    </p>
  )
}

type Subscription = ControlReply<'control.listSubscriptions'>['subscriptions'][number]

function Subscriptions() {
  const read = useControl('control.listSubscriptions', { query: wholeList }, { live: true })
  return (
    <Loaded of={read}>
      {(data) => {
        const here = data.subscriptions.filter((each) => each.environment === environment)
        if (here.length === 0) return <Empty title="There are no subscriptions yet." />
        return <Table label="Subscriptions" columns={columns} rows={here} keyOf={({ id }) => String(id)} />
      }}
    </Loaded>
  )
}

const columns = [
  { title: 'No.', cell: ({ id }: Subscription) => <a href={hrefOf(['events', 'deliveries'], { subscription: String(id) })}>{id}</a> },
  { title: 'Who', cell: ({ consumer }: Subscription) => <Who of={consumer} /> },
  { title: 'Where', cell: ({ endPoint }: Subscription) => <Text>{endPoint}</Text> },
  { title: 'Resource', cell: ({ resourceFilter }: Subscription) => <Text>{resourceFilter}</Text> },
  { title: 'Subject', cell: ({ subjectFilter }: Subscription) => <Text>{subjectFilter ?? 'any'}</Text> },
  { title: 'Type', cell: ({ typeFilter }: Subscription) => <Text>{typeFilter ?? 'any'}</Text> },
  { title: 'Validated', cell: (each: Subscription) => <Validated of={each} /> },
  { title: 'Remove', cell: (each: Subscription) => <Remove of={each} /> },
]

function Validated({ of: { id, validated } }: { readonly of: Subscription }) {
  const validate = useChange('control.validateSubscription', () => `Subscription ${id} was validated.`)
  if (validated !== null) return <Time at={validated} />
  return (
    <span class="row">
      <Badge tone="warn">receives no events</Badge>
      <Button label="Validate" class="small" act={() => validate.mutate({ params: { id: String(id) }, body: { validated: true } })} />
    </span>
  )
}

function Remove({ of: { id } }: { readonly of: Subscription }) {
  const remove = useChange('control.removeSubscription', () => `Subscription ${id} was removed.`)
  const question = { title: `Remove subscription ${id}?`, yes: 'Remove it', act: () => remove.mutate({ params: { id: String(id) } }) }
  return (
    <ConfirmButton button={{ label: '×', class: 'quiet small', 'aria-label': `Remove subscription ${id}` }} {...question}>
      <p>Its consumer will no longer receive events.</p>
    </ConfirmButton>
  )
}
