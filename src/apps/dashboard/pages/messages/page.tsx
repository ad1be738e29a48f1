/** The messages that the service sent, as a mailbox with unread markers. */
import { Button } from '../../components/button.tsx'
import { Badge, toneOfMessage } from '../../components/facts.tsx'
import { Empty, Loaded, QueryChoice, QueryText } from '../../components/list.tsx'
import { Text } from '../../components/text.tsx'
import { type Column, timeColumn } from '../../components/virtual-row.tsx'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { attempt, environment, useControl } from '../../data/control.ts'
import { isUnread, type LongList, markAllRead, type SentMessage, useOutbox, useUnread } from '../../data/outbox.ts'
import { hrefOf, type PageProps, useOpened, useQueryValue } from '../../shell/address.ts'
import { MagicRecipients } from './magic-recipients.tsx'
import { OpenMessage } from './open-message.tsx'
import './messages.css'

export function page({ rest: [open] }: PageProps) {
  const [recipient] = useQueryValue('recipient')
  const [channel] = useQueryValue('channel')
  const query = {
    environment,
    bodies: 'beginning' as const,
    ...(recipient !== '' && { text: recipient }),
    ...((channel === 'Email' || channel === 'SMS') && { channel: channel as 'Email' | 'SMS' }),
  }
  const messages = useOutbox(query)
  const { given, leave } = useOpened('messages', 'message', open)
  return (
    <div class={`messages list-page ${open === undefined ? '' : 'opened'}`}>
      <h1 class="unheard">Messages</h1>
      <Bar />
      <div class="split">
        <Loaded of={{ data: messages.count, error: messages.error, refetch: messages.refetch }}>
          {() => <Mailbox messages={messages} open={open} given={given} isFiltered={recipient !== '' || channel !== ''} />}
        </Loaded>
        {open === 'recipients' && <MagicRecipients close={leave} />}
        {open !== undefined && open !== 'recipients' && <Opened key={open} id={open} close={leave} />}
      </div>
    </div>
  )
}

function Opened({ id, close }: { readonly id: string; close(): void }) {
  const read = useControl('control.listOutbox', { query: { id } }, { live: true })
  return (
    <Loaded of={read}>
      {({ messages: [message] }) =>
        message ? (
          <OpenMessage key={`${message.id} ${message.at}`} message={message} close={close} />
        ) : (
          <Empty title="Message not found.">
            <p>The outbox was cleared, or newer messages have replaced it.</p>
          </Empty>
        )
      }
    </Loaded>
  )
}

function Bar() {
  const { count, isLeast } = useUnread()
  return (
    <div class="bar">
      <search class="filters">
        <QueryText name="recipient" label="Recipient or subject" type="search" />
        <QueryChoice name="channel" label="Channel" choices={{ '': 'Emails and SMS', Email: 'Emails', SMS: 'SMS' }} />
      </search>
      <div class="actions">
        <p class="quiet count">
          {isLeast && 'at least '}
          <span class="number">{count}</span> unread
        </p>
        <Button label="Mark all as read" disabled={count === 0} act={() => attempt(markAllRead)} />
        <a class="button-link" href={hrefOf(['messages', 'recipients'])}>
          Magic recipients
        </a>
      </div>
    </div>
  )
}

interface MailboxProps {
  readonly messages: LongList
  readonly open: string | undefined
  readonly given: Readonly<Record<string, string>>
  readonly isFiltered: boolean
}

const Mailbox = ({ messages, open, given, isFiltered }: MailboxProps) => (
  <VirtualTable<SentMessage>
    label="Messages, newest first"
    columns={columns}
    count={messages.count ?? 0}
    rowAt={messages.at}
    shows={messages.shows}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => hrefOf(['messages', id], given)}
    open={open}
    empty={
      <Empty title={isFiltered ? 'No message matches.' : 'The service has not sent any messages yet.'}>
        {!isFiltered && (
          <p>
            Messages appear when an order is processed. If the clock is frozen, <a href={hrefOf(['clock'])}>advance it</a>.
          </p>
        )}
      </Empty>
    }
  />
)

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
  { title: 'Status', width: '13rem', narrow: false, cell: ({ status }) => <Badge tone={toneOfMessage(status)}>{status}</Badge> },
  timeColumn('At', ({ at }) => at),
]
