/** Stories, which list events in chronological order, and a shipment's manifest with recipients and statuses. */

import type { RecordOf, StoryEntry } from '../../../control/client.ts'
import { hrefOf, recordHref, storyHref } from '../shell/address.ts'
import { Badge, Table, type Tone, toneOf, toneOfMessage } from './facts.tsx'
import { Text, TextLink, Time } from './text.tsx'

interface StoryProps {
  readonly label: string
  readonly entries: readonly StoryEntry[]
  /** The journal line that caused all entries. It is not repeated for each entry. */
  readonly cause?: string
}

export const Story = ({ label, entries, cause }: StoryProps) => (
  <ol class="story lines" aria-label={label}>
    {entries.map((entry) => (
      <li key={`${entry.kind}/${entry.environment}/${entry.id}`} class={`story-${entry.kind}`}>
        <Time at={entry.at} />
        <span class="story-kind">{entry.kind === 'booking' ? 'upcoming' : entry.kind}</span>
        <Entry entry={entry} cause={cause} />
      </li>
    ))}
  </ol>
)

const Entry = ({
  entry: { kind, id, what, status, why, record, causedBy },
  cause,
}: {
  readonly entry: StoryEntry
  readonly cause: string | undefined
}) => (
  <div>
    <p>
      {kind === 'booking' ? <Text>{what}</Text> : <TextLink href={recordHref(kind, id)}>{what}</TextLink>}{' '}
      {status !== null && <Badge tone={toneOfStatus(status)}>{status}</Badge>}
    </p>
    {why !== null && <Text as="p">{why}</Text>}
    <p class="quiet parts">
      {(kind === 'call' || kind === 'job') && <span>line {id}</span>}
      {record && record.id !== id && (
        <span>
          {nameOf[record.type]} <TextLink href={storyHref(record.id)}>{record.id}</TextLink>
        </span>
      )}
      {causedBy !== null && causedBy !== cause && (
        <span>
          caused by <Cause of={causedBy} />
        </span>
      )}
    </p>
  </div>
)

const nameOf = { shipment: 'shipment', fileTransfer: 'file transfer', delivery: 'delivery', serviceOwner: 'service owner' } as const

export function toneOfStatus(status: string): Tone {
  if (/^\d+$/.test(status)) return toneOf(Number(status))
  if (/fail|dead|brok/i.test(status)) return 'bad'
  return /deliver|sent|succe|accept/i.test(status) ? 'good' : 'info'
}

/** True for a tester's action, such as `intervention 3.0`. Its consequences have journal lines, such as `intervention 3.0.1`. */
const isTester = (cause: string) => /^intervention \d+(?:\.\d+)?$/.test(cause)

/** Shows a record's cause: a journal line, or a tester's action, which has no line. */
export function Cause({ of: cause }: { readonly of: string }) {
  if (isTester(cause)) return <span>a tester, through a control endpoint</span>
  return (
    <a href={hrefOf(['calls', cause])} aria-label={`Line ${cause}`}>
      line {cause}
    </a>
  )
}

export type Shipment = RecordOf<'shipments'>
type Recipient = Shipment['recipients'][number]

export function Manifest({ of: { recipients } }: { readonly of: Shipment }) {
  if (recipients.length === 0) return <p class="quiet">No recipients yet: the service determines them when it processes the order.</p>
  return <Table label="Manifest" columns={columns} rows={recipients} keyOf={(each) => String(recipients.indexOf(each))} />
}

const columns = [
  { title: 'Channel', cell: ({ channel }: Recipient) => channel },
  {
    title: 'Recipient',
    cell: ({ destination }: Recipient) => <TextLink href={hrefOf(['messages'], { recipient: destination })}>{destination}</TextLink>,
  },
  { title: 'Status', cell: ({ status }: Recipient) => <Badge tone={toneOfMessage(status)}>{status}</Badge> },
  { title: 'Since', cell: ({ lastUpdate }: Recipient) => <Time at={lastUpdate} full /> },
]

const tones: Readonly<Record<Shipment['status'], Tone>> = {
  Order_Registered: 'plain',
  Order_Processing: 'info',
  Order_Processed: 'info',
  Order_Completed: 'good',
  Order_SendConditionNotMet: 'warn',
  Order_Cancelled: 'warn',
}

export const OrderStatus = ({ of: status }: { readonly of: Shipment['status'] }) => <Badge tone={tones[status]}>{status}</Badge>

const ranks: readonly Tone[] = ['bad', 'info', 'good']

/** Counts messages per status, failures first. */
function outcomesOf(shipments: readonly Shipment[]) {
  const statuses = shipments.flatMap(({ recipients }) => recipients.map(({ status }) => status))
  return [...Map.groupBy(statuses, (status) => status)]
    .map(([status, all]) => ({ status, count: all.length, tone: toneOfMessage(status) }))
    .sort((one, other) => ranks.indexOf(one.tone) - ranks.indexOf(other.tone))
}

/**
 * Shows the first shipment's status and the statuses of all shipments' messages: failures first, with counts if there are several messages.
 * A shipment with failed messages never looks successful. `brief`: a shorter form for lists.
 */
export function Outcome({ of: shipments, brief = false }: { readonly of: readonly Shipment[]; readonly brief?: boolean }) {
  const [first] = shipments
  const outcomes = outcomesOf(shipments)
  const isOne = outcomes.length === 1 && outcomes[0]?.count === 1
  if (!first) return null
  return (
    <span class="order-outcome">
      <Badge tone={outcomes[0]?.tone === 'bad' ? 'plain' : tones[first.status]} title={first.status}>
        {brief ? first.status.replace('Order_', '') : first.status}
      </Badge>
      {outcomes.map(({ status, count, tone }) => (
        <Badge key={status} tone={tone}>
          {isOne ? status : `${count.toLocaleString('en')} ${status}`}
        </Badge>
      ))}
    </span>
  )
}

export const orderKinds = {
  instant: 'instant: it is sent immediately',
  composed: 'composed: an email with attachments',
  older: 'older route: one order for several recipients',
}
