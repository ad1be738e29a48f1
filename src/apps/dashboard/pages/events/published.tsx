/** The published events, with the subscribers that received them, or the reason why there were none. */
import { useMemo } from 'preact/hooks'
import type { ControlReply } from '../../../../control/client.ts'
import { Badge, Facts, Table } from '../../components/facts.tsx'
import { Body } from '../../components/http-message.tsx'
import { Beside, Empty } from '../../components/list.tsx'
import { Cause } from '../../components/story.tsx'
import { Text, TextLink, Time } from '../../components/text.tsx'
import { type Column, timeColumn } from '../../components/virtual-row.tsx'
import { RecordTable } from '../../components/virtual-table.tsx'
import { Who } from '../../components/who.tsx'
import { environment, useControl, wholeList } from '../../data/control.ts'
import { hrefOf, useLeave, useQueryValue } from '../../shell/address.ts'
import { DeliveryBadge, shortType } from './deliveries.tsx'

type Publication = ControlReply<'control.listEvents'>['events'][number]

export function Published({ open }: { readonly open: string | undefined }) {
  const [transfer] = useQueryValue('transfer')
  const query = { ...wholeList, ...(transfer !== '' && { transfer }) }
  const read = useControl('control.listEvents', { query }, { live: true })
  const events = useMemo(() => (read.data?.events ?? []).filter((each) => each.environment === environment).reverse(), [read.data])
  const publication = events.find(({ event }) => event.id === open)
  const isOpened = open !== undefined && read.data !== undefined
  const close = useLeave('the open event', hrefOf(['events'], { transfer }), isOpened)
  return (
    <RecordTable<Publication>
      of={read}
      label="Events, newest first"
      columns={columns}
      rows={events}
      keyOf={({ event }) => event.id}
      hrefOf={({ event }) => hrefOf(['events', event.id], { transfer })}
      open={open}
      empty={
        <Empty title="No events have been published yet.">
          <p>
            The service publishes an event when a file transfer's state changes. <a href={hrefOf(['files'])}>See the files</a>
          </p>
        </Empty>
      }
    >
      {isOpened && (
        <Beside label="Event" close={close}>
          {publication ? <One of={publication} /> : <Empty title="Event not found." />}
        </Beside>
      )}
    </RecordTable>
  )
}

const columns: readonly Column<Publication>[] = [
  { title: 'Event', width: 'minmax(9rem, 1.3fr)', cell: ({ event }) => <Text>{shortType(event.type)}</Text> },
  { title: 'For', width: 'minmax(7rem, 1fr)', cell: ({ event }) => <Who of={event.subject ?? ''} /> },
  { title: 'As', width: '6rem', narrow: false, cell: ({ event }) => <Text>{roleOf(event)}</Text> },
  { title: 'Transfer', width: 'minmax(8rem, 2fr)', narrow: false, cell: ({ event }) => <Text>{event.resourceinstance ?? ''}</Text> },
  { title: 'Sent to', width: 'minmax(6rem, 1.5fr)', cell: (each) => <GotBy of={each} /> },
  timeColumn('At', ({ event }) => event.time ?? null),
]

type Event = Publication['event']

const isOfBroker = ({ type }: Event) => type.startsWith('no.altinn.broker.')

/** Returns the subject's role in the file transfer; an empty string for other events. */
function roleOf({ data }: Event): string {
  return typeof data === 'object' && data !== null && 'Role' in data ? String(data.Role) : ''
}

function GotBy({ of: { subscriptions } }: { readonly of: Publication }) {
  const deliveries = subscriptions.flatMap((each) => each.deliveries)
  if (subscriptions.length === 0) return <span class="quiet">no subscription</span>
  if (deliveries.length === 0) return <span class="quiet">none of {subscriptions.length} matched</span>
  return (
    <>
      {deliveries.map(({ id, status }) => (
        <DeliveryBadge key={id} status={status} />
      ))}
    </>
  )
}

type Match = Publication['subscriptions'][number]

const One = ({ of: { event, causedBy, subscriptions } }: { readonly of: Publication }) => (
  <>
    <Text as="h2">{event.type}</Text>
    <Facts
      of={{
        At: <Time at={event.time ?? null} full />,
        For: event.subject !== undefined && (
          <>
            <Who of={event.subject} /> {isOfBroker(event) && `as ${roleOf(event)}`}
          </>
        ),
        Transfer: event.resourceinstance !== undefined && isOfBroker(event) && (
          <TextLink href={hrefOf(['files', event.resourceinstance])}>{event.resourceinstance}</TextLink>
        ),
        Source: event.source,
        Resource: event.resource,
        'Published by': causedBy === null ? undefined : <Cause of={causedBy} />,
      }}
    />
    <h3>Subscriptions to the resource</h3>
    {subscriptions.length === 0 && <p class="quiet">Its resource has no subscription.</p>}
    {subscriptions.length > 0 && (
      <Table label="Subscriptions to the resource" columns={matchColumns} rows={subscriptions} keyOf={({ id }) => String(id)} />
    )}
    <h3>The event as sent</h3>
    <Body text={JSON.stringify(event)} />
  </>
)

const matchColumns = [
  { title: 'No.', cell: ({ id }: Match) => id },
  { title: 'Who', cell: ({ consumer }: Match) => <Who of={consumer} /> },
  { title: 'Where', cell: ({ endPoint }: Match) => <Text>{endPoint}</Text> },
  { title: 'Sent', cell: (match: Match) => <Got match={match} /> },
]

function Got({ match: { matched, why, deliveries } }: { readonly match: Match }) {
  if (!matched || deliveries.length === 0)
    return (
      <>
        <Badge>{matched ? 'matched' : 'no match'}</Badge> <Text>{why ?? ''}</Text>
      </>
    )
  return (
    <>
      {deliveries.map(({ id, status }) => (
        <a key={id} href={hrefOf(['events', 'deliveries', id])}>
          <DeliveryBadge status={status} />
        </a>
      ))}
    </>
  )
}
