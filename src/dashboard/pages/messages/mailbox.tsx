/** The list of messages: unread ones are marked. */
import { Badge } from '../../components/badge.tsx'
import { Empty } from '../../components/loaded.tsx'
import { Text } from '../../components/text.tsx'
import { timeColumn } from '../../components/time.tsx'
import { type Column, VirtualTable } from '../../components/virtual-table.tsx'
import type { LongList } from '../../data/outbox.ts'
import { isUnread } from '../../data/unread.ts'
import { go, hrefOf } from '../../shell/address.ts'
import { type SentMessage, toneOf } from './sent-message.ts'

interface MailboxProps {
  readonly messages: LongList
  readonly open: string | undefined
  readonly given: Readonly<Record<string, string>>
  readonly isFiltered: boolean
}

export function Mailbox({ messages, open, given, isFiltered }: MailboxProps) {
  const hrefTo = ({ id }: SentMessage) => hrefOf(['messages', id], given)
  return (
    <VirtualTable<SentMessage>
      label="Messages, the newest first"
      columns={columns}
      count={messages.count ?? 0}
      rowAt={messages.at}
      shows={messages.shows}
      keyOf={({ id }) => id}
      hrefOf={hrefTo}
      select={(message) => go(hrefTo(message), { replace: true })}
      selected={open}
      narrow={open !== undefined}
      empty={
        <Empty title={isFiltered ? 'No message fits.' : 'The service has sent no message yet.'}>
          {!isFiltered && (
            <p>
              Messages appear when an order is processed. Where the clock is frozen, <a href={hrefOf(['clock'])}>advance it</a>.
            </p>
          )}
        </Empty>
      }
    />
  )
}

const columns: readonly Column<SentMessage>[] = [
  {
    title: 'To',
    width: 'minmax(8rem, 1.4fr)',
    cell: (message) => (
      <span class={isUnread(message) ? 'to unread' : 'to'}>
        {isUnread(message) && <span class="unheard">Unread: </span>}
        <Text>{message.to}</Text>
      </span>
    ),
  },
  {
    title: 'Message',
    width: 'minmax(8rem, 3fr)',
    cell: (message) => (
      <span class={isUnread(message) ? 'unread-text' : ''}>
        {message.channel === 'SMS' && <Badge>SMS</Badge>} <Text>{message.subject ?? message.body.slice(0, 200)}</Text>
      </span>
    ),
  },
  { title: 'Status', width: '13rem', narrow: false, cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
  timeColumn('At', ({ at }) => at),
]
