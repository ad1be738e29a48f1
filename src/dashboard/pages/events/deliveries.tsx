/** The deliveries to subscribers: what waits, what failed, and when it is tried again. */
import { useMemo } from 'preact/hooks'
import { ChoiceField } from '../../components/fields.tsx'
import { Empty, Loaded } from '../../components/loaded.tsx'
import { Text } from '../../components/text.tsx'
import { Time, timeColumn } from '../../components/time.tsx'
import { type Column, VirtualTable } from '../../components/virtual-table.tsx'
import { environment, useControl } from '../../data/control.ts'
import { go, hrefOf, useQueryValue } from '../../shell/address.ts'
import { OpenDelivery } from './open-delivery.tsx'
import { DeliveryBadge, type DeliveryReply, Opened, shortType, statuses } from './views.tsx'

const choices = { '': 'Any status', ...Object.fromEntries(statuses.map((each) => [each, each])) }

export function StatusFilter() {
  const [status, setStatus] = useQueryValue('status')
  return <ChoiceField label="Status" quiet value={status} change={setStatus} choices={choices} />
}

export function Deliveries({ open }: { readonly open: string | undefined }) {
  const [status] = useQueryValue('status')
  const [subscription] = useQueryValue('subscription')
  const found = useControl('control.listDeliveries', { query: { limit: '10000' } }, { live: true })
  const here = useMemo(() => (found.data?.deliveries ?? []).filter((each) => each.environment === environment).reverse(), [found.data])
  const shown = here.filter(
    (each) => (status === '' || each.status === status) && (subscription === '' || String(each.subscription) === subscription),
  )
  const delivery = here.find(({ id }) => id === open)
  const given = { status, subscription }
  const hrefTo = ({ id }: DeliveryReply) => hrefOf(['events', 'deliveries', id], given)
  return (
    <div class={`split ${open === undefined ? '' : 'opened'}`}>
      <Loaded of={found}>
        {() => (
          <VirtualTable<DeliveryReply>
            label="Deliveries, the newest first"
            columns={columns}
            count={shown.length}
            rowAt={(index) => shown[index]}
            keyOf={({ id }) => id}
            hrefOf={hrefTo}
            select={(each) => go(hrefTo(each), { replace: true })}
            selected={open}
            narrow={open !== undefined}
            empty={<Empty title="No delivery fits, or there is none yet." />}
          />
        )}
      </Loaded>
      {open !== undefined && found.data && (
        <Opened label="Delivery" back={hrefOf(['events', 'deliveries'], given)}>
          {delivery ? <OpenDelivery key={delivery.id} delivery={delivery} /> : <Empty title="There is no such delivery." />}
        </Opened>
      )}
    </div>
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
  const last = attempts.at(-1)
  return (
    <>
      {attempts.length}
      {next !== null && (
        <>
          , next at <Time at={next} brief />
        </>
      )}
      {last?.why && (
        <>
          , <Text>{last.why}</Text>
        </>
      )}
    </>
  )
}
