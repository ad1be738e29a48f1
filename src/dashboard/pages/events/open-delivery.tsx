/** One delivery, opened: each attempt, when the next one comes, and what a tester can do. */

import { useState } from 'preact/hooks'
import { StatusBadge } from '../../components/badge.tsx'
import { Facts } from '../../components/facts.tsx'
import { TextField } from '../../components/fields.tsx'
import { Body } from '../../components/json.tsx'
import { Cause } from '../../components/story.tsx'
import { Table } from '../../components/table.tsx'
import { counted, Text } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { useChange } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'
import { DeliveryBadge, type DeliveryReply } from './views.tsx'

export function OpenDelivery({ delivery }: { readonly delivery: DeliveryReply }) {
  const { status, kind, event, endPoint, consumer, subscription, made, next, causedBy, attempts } = delivery
  return (
    <>
      <h2>
        <Text>{event?.type ?? kind}</Text> <DeliveryBadge status={status} />
      </h2>
      <p class="next">
        {counted(attempts.length, 'attempt')}
        {next !== null && (
          <>
            , the next at <Time at={next} full />
          </>
        )}
      </p>
      <Facts
        of={{
          To: endPoint,
          Subscription: `${subscription} of ${consumer}`,
          Made: <Time at={made} full />,
          'Caused by': causedBy === null ? undefined : <Cause of={causedBy} />,
          Event: event !== null && kind === 'event' ? <a href={hrefOf(['events', event.id])}>{event.id}</a> : undefined,
        }}
      />
      <Acts delivery={delivery} />
      <h3>Attempts</h3>
      {attempts.length === 0 && <p class="quiet">None yet.</p>}
      {attempts.length > 0 && (
        <Table label="Attempts" columns={columns} rows={attempts} keyOf={(each) => `${each.at} ${attempts.indexOf(each)}`} />
      )}
      <h3>As it is sent</h3>
      {event === null ? <p class="quiet">Standin no longer has it.</p> : <Body text={JSON.stringify(event)} />}
    </>
  )
}

type Attempt = DeliveryReply['attempts'][number]

const columns = [
  { title: 'At', cell: ({ at }: Attempt) => <Time at={at} full /> },
  { title: 'Status', cell: ({ status }: Attempt) => <StatusBadge status={status} /> },
  { title: 'What was wrong', cell: ({ why }: Attempt) => <Text>{why ?? 'nothing'}</Text> },
  { title: 'Where', cell: ({ endPoint, resent }: Attempt) => <Text>{resent ? `${endPoint} (resent)` : endPoint}</Text> },
]

function Acts({ delivery: { id, status, endPoint } }: { readonly delivery: DeliveryReply }) {
  const [to, setTo] = useState('')
  const resend = useChange('control.resendDelivery', ({ attempts }) => {
    const last = attempts.at(-1)
    return last?.why === null ? 'The delivery arrived.' : `The delivery did not arrive: ${last?.why}.`
  })
  const breakOff = useChange('control.breakOffDelivery', () => 'The delivery is broken off.')
  return (
    <form
      class="resend"
      onSubmit={(event) => {
        event.preventDefault()
        resend.mutate({ params: { id }, ...(to.trim() !== '' && { body: { endPoint: to.trim() } }) })
      }}
    >
      <TextField label="To another address" quiet value={to} change={setTo} placeholder={endPoint} />
      <button type="submit" disabled={resend.isPending}>
        Resend
      </button>
      {status === 'waiting' && (
        <button type="button" disabled={breakOff.isPending} onClick={() => breakOff.mutate({ params: { id } })}>
          Break off
        </button>
      )}
    </form>
  )
}
