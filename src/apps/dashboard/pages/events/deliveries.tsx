/** Deliveries to subscribers: pending and failed ones, their retries, and the open delivery. */

import { useMemo, useState } from 'preact/hooks'
import type { DeliveryReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/dialog.tsx'
import { Badge, Facts, StatusBadge, Table, type Tone } from '../../components/facts.tsx'
import { choicesOf, TextField } from '../../components/fields.tsx'
import { Body } from '../../components/http-message.tsx'
import { Beside, Empty, QueryChoice } from '../../components/list.tsx'
import { Cause } from '../../components/story.tsx'
import { counted, Text, Time } from '../../components/text.tsx'
import { type Column, timeColumn } from '../../components/virtual-row.tsx'
import { RecordTable } from '../../components/virtual-table.tsx'
import { Who } from '../../components/who.tsx'
import { environment, useChange, useControl, wholeList } from '../../data/control.ts'
import { hrefOf, useLeave, useQueryValue } from '../../shell/address.ts'

type Status = DeliveryReply['status']

const tones: Readonly<Record<Status, Tone>> = { waiting: 'warn', delivered: 'good', failed: 'bad', held: 'info', dropped: 'plain' }
const choices = { '': 'Any status', ...choicesOf(Object.keys(tones)) }

export const DeliveryBadge = ({ status }: { readonly status: Status }) => <Badge tone={tones[status]}>{status}</Badge>

export const StatusFilter = () => <QueryChoice name="status" label="Status" choices={choices} />

/** Returns `published` for `no.altinn.broker.published`. */
export const shortType = (type: string): string => type.slice(type.lastIndexOf('.') + 1)

export function Deliveries({ open }: { readonly open: string | undefined }) {
  const [status] = useQueryValue('status')
  const [subscription] = useQueryValue('subscription')
  const read = useControl('control.listDeliveries', { query: wholeList }, { live: true })
  const here = useMemo(() => (read.data?.deliveries ?? []).filter((each) => each.environment === environment).reverse(), [read.data])
  const shown = here.filter(
    (each) => (status === '' || each.status === status) && (subscription === '' || String(each.subscription) === subscription),
  )
  const delivery = here.find(({ id }) => id === open)
  const given = { status, subscription }
  const isOpened = open !== undefined && read.data !== undefined
  const close = useLeave('the open delivery', hrefOf(['events', 'deliveries'], given), isOpened)
  return (
    <RecordTable<DeliveryReply>
      of={read}
      label="Deliveries, newest first"
      columns={columns}
      rows={shown}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => hrefOf(['events', 'deliveries', id], given)}
      open={open}
      empty={<Empty title="No matching deliveries." />}
    >
      {isOpened && (
        <Beside label="Delivery" close={close}>
          {delivery ? <OpenDelivery key={delivery.id} delivery={delivery} /> : <Empty title="Delivery not found." />}
        </Beside>
      )}
    </RecordTable>
  )
}

const columns: readonly Column<DeliveryReply>[] = [
  { title: 'Status', width: '6.5rem', cell: ({ status }) => <DeliveryBadge status={status} /> },
  { title: 'Event', width: 'minmax(7rem, 1fr)', cell: ({ event, kind }) => <Text>{event === null ? kind : shortType(event.type)}</Text> },
  { title: 'Where', width: 'minmax(9rem, 2fr)', narrow: false, cell: ({ endPoint }) => <Text>{endPoint}</Text> },
  { title: 'Tries', width: 'minmax(8rem, 1.4fr)', cell: (each) => <Tries of={each} /> },
  timeColumn('Made', ({ made }) => made),
]

function Tries({ of: { attempts, next } }: { readonly of: DeliveryReply }) {
  const why = attempts.at(-1)?.why
  return (
    <>
      {attempts.length}
      {next !== null && ', next at '}
      {next !== null && <Time at={next} brief />}
      {why && ', '}
      {why && <Text>{why}</Text>}
    </>
  )
}

/** An open delivery: its attempts, its next retry, and actions for testers. */
function OpenDelivery({ delivery }: { readonly delivery: DeliveryReply }) {
  const { status, kind, event, endPoint, consumer, subscription, made, next, causedBy, attempts } = delivery
  return (
    <>
      <h2>
        <Text>{event?.type ?? kind}</Text> <DeliveryBadge status={status} />
      </h2>
      <p class="next">
        {counted(attempts.length, 'attempt')}
        {next !== null && ', the next attempt at '}
        {next !== null && <Time at={next} full />}
      </p>
      <Facts
        of={{
          To: endPoint,
          Subscription: (
            <>
              {subscription} of <Who of={consumer} />
            </>
          ),
          Made: <Time at={made} full />,
          'Caused by': causedBy === null ? undefined : <Cause of={causedBy} />,
          Event: event !== null && kind === 'event' ? <a href={hrefOf(['events', event.id])}>{event.id}</a> : undefined,
        }}
      />
      <Acts delivery={delivery} />
      <h3>Attempts</h3>
      {attempts.length === 0 && <p class="quiet">None yet.</p>}
      {attempts.length > 0 && (
        <Table label="Attempts" columns={attemptColumns} rows={attempts} keyOf={(each) => `${each.at} ${attempts.indexOf(each)}`} />
      )}
      <h3>The event as sent</h3>
      {event === null ? <p class="quiet">The event is no longer stored.</p> : <Body text={JSON.stringify(event)} />}
    </>
  )
}

type Attempt = DeliveryReply['attempts'][number]

const attemptColumns = [
  { title: 'At', cell: ({ at }: Attempt) => <Time at={at} full /> },
  { title: 'Status', cell: ({ status }: Attempt) => <StatusBadge status={status} /> },
  { title: 'Error', cell: ({ why }: Attempt) => <Text>{why ?? 'nothing'}</Text> },
  { title: 'Where', cell: ({ endPoint, resent }: Attempt) => <Text>{resent ? `${endPoint} (resent)` : endPoint}</Text> },
]

function Acts({ delivery: { id, status, endPoint } }: { readonly delivery: DeliveryReply }) {
  const [to, setTo] = useState('')
  const resend = useChange('control.resendDelivery', ({ attempts }) => {
    const last = attempts.at(-1)
    return last?.why === null ? 'The delivery arrived.' : `The delivery failed: ${last?.why}.`
  })
  const breakOff = useChange('control.breakOffDelivery', () => 'The delivery was cancelled.')
  const endPointTo = to.trim() === '' ? {} : { body: { endPoint: to.trim() } }
  return (
    <Form class="resend row" submit={() => resend.mutate({ params: { id }, ...endPointTo })}>
      <TextField label="To another address" quiet value={to} change={setTo} placeholder={endPoint} />
      <Button submit label="Resend" disabled={resend.isPending} />
      {status === 'waiting' && <Button label="Break off" disabled={breakOff.isPending} act={() => breakOff.mutate({ params: { id } })} />}
    </Form>
  )
}
