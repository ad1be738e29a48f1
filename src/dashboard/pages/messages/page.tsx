/** The messages that the service sent, as a mailbox. */
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { Empty, Loaded } from '../../components/loaded.tsx'
import { say } from '../../components/toast.tsx'
import { environment, sentenceOf, useControl } from '../../data/control.ts'
import { useOutbox } from '../../data/outbox.ts'
import { markAllRead, useUnread } from '../../data/unread.ts'
import { hrefOf, type PageProps, setQuery, useQueryValue } from '../../shell/address.ts'
import { useOpened } from '../../shell/keys.ts'
import { MagicRecipients } from './magic-recipients.tsx'
import { Mailbox } from './mailbox.tsx'
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
        {open === 'recipients' && <Recipients close={leave} />}
        {open !== undefined && open !== 'recipients' && <Opened key={open} id={open} close={leave} />}
      </div>
    </div>
  )
}

function Opened({ id, close }: { readonly id: string; close(): void }) {
  const found = useControl('control.listOutbox', { query: { id } }, { live: true })
  return (
    <Loaded of={found}>
      {({ messages: [message] }) =>
        message ? (
          <OpenMessage key={`${message.id} ${message.at}`} message={message} close={close} />
        ) : (
          <Empty title="There is no such message.">
            <p>The outbox was cleared, or the message made room for newer ones.</p>
          </Empty>
        )
      }
    </Loaded>
  )
}

function Bar() {
  const [recipient] = useQueryValue('recipient')
  const [channel] = useQueryValue('channel')
  const { count, isLeast } = useUnread()
  return (
    <div class="bar">
      <search class="filters">
        <TextField
          label="Recipient or subject"
          type="search"
          quiet
          placeholder="Recipient or subject"
          value={recipient}
          change={(value) => setQuery({ recipient: value })}
        />
        <ChoiceField
          label="Channel"
          quiet
          value={channel}
          change={(value) => setQuery({ channel: value })}
          choices={{ '': 'Emails and SMS', Email: 'Emails', SMS: 'SMS' }}
        />
      </search>
      <div class="actions">
        <p class="quiet count">
          {isLeast && 'at least '}
          <span class="number">{count}</span> unread
        </p>
        <button
          type="button"
          disabled={count === 0}
          onClick={() => void markAllRead().catch((thrown: unknown) => say(sentenceOf(thrown), 'bad'))}
        >
          Mark all as read
        </button>
        <a class="button-link" href={hrefOf(['messages', 'recipients'])}>
          Magic recipients
        </a>
      </div>
    </div>
  )
}

function Recipients({ close }: { close(): void }) {
  return (
    <aside class="open-message beside" aria-label="Magic recipients beside the messages">
      <header>
        <h2>Magic recipients</h2>
        <button type="button" class="quiet small" aria-label="Close the recipients" onClick={close}>
          ×
        </button>
      </header>
      <MagicRecipients />
    </aside>
  )
}
