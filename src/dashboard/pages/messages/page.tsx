/** The messages that the service sent, as a mailbox. */
import { useEffect, useMemo } from 'preact/hooks'
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { Empty, Loaded } from '../../components/loaded.tsx'
import { useControl } from '../../data/control.ts'
import { environment } from '../../data/place.ts'
import { address, go, hrefOf, setQuery, useQueryValue } from '../../shell/address.ts'
import { type KeyAct, useKeys } from '../../shell/keys.ts'
import type { PageProps } from '../page-props.ts'
import { MagicRecipients } from './magic-recipients.tsx'
import { Mailbox } from './mailbox.tsx'
import { OpenMessage } from './open-message.tsx'
import type { SentMessage } from './sent-message.ts'
import { countOnIcon, isUnread, markRead } from './unread.ts'
import './messages.css'

const limit = '10000'
/** Milliseconds between looks while the tab is hidden, for the count on its icon. */
const hiddenInterval = 10_000

export function page({ rest: [open] }: PageProps) {
  const outbox = useControl('control.listOutbox', { query: { limit } }, { live: true })
  const here = useMemo(() => outbox.data?.messages.filter((each) => each.environment === environment).reverse() ?? [], [outbox.data])
  const fitting = useFitting(here)
  const unread = here.filter(isUnread)
  useEffect(() => countOnIcon(unread.length), [unread.length])
  useEffect(() => () => countOnIcon(0), [])
  useEffect(() => {
    const looking = setInterval(() => document.visibilityState === 'hidden' && void outbox.refetch(), hiddenInterval)
    return () => clearInterval(looking)
  }, [outbox.refetch])
  const given = Object.fromEntries(address.value.query)
  const leave = () => go(hrefOf(['messages'], given), { replace: true })
  const keys = useMemo<KeyAct[]>(
    () => (open === undefined ? [] : [{ keys: 'Escape', does: 'Close the message', act: leave }]),
    [open, JSON.stringify(given)],
  )
  useKeys(keys)
  const message = here.find(({ id }) => id === open)
  return (
    <div class={`messages ${open === undefined ? '' : 'opened'}`}>
      <h1 class="unheard">Messages</h1>
      <Bar unread={unread} />
      <div class="split">
        <Loaded of={outbox}>{() => <Mailbox messages={fitting} open={open} given={given} isEmpty={here.length === 0} />}</Loaded>
        {open === 'recipients' && <Recipients close={leave} />}
        {message && <OpenMessage key={`${message.id} ${message.at}`} message={message} close={leave} />}
        {open !== undefined && open !== 'recipients' && !message && outbox.data && (
          <Empty title="There is no such message.">
            <p>The outbox was cleared, or the message made room for newer ones.</p>
          </Empty>
        )}
      </div>
    </div>
  )
}

/** Those that fit the filter. A recipient may also be named as the order names it, which the service knows. */
function useFitting(messages: readonly SentMessage[]): readonly SentMessage[] {
  const [recipient] = useQueryValue('recipient')
  const [channel] = useQueryValue('channel')
  const named = useControl('control.listOutbox', { query: { limit, recipient } }, { live: true, enabled: recipient !== '' })
  const ids = new Set(recipient === '' ? [] : named.data?.messages.map(({ id }) => id))
  const part = recipient.toLowerCase()
  return messages.filter(
    (each) => (channel === '' || each.channel === channel) && (each.to.toLowerCase().includes(part) || ids.has(each.id)),
  )
}

function Bar({ unread }: { readonly unread: readonly SentMessage[] }) {
  const [recipient] = useQueryValue('recipient')
  const [channel] = useQueryValue('channel')
  return (
    <div class="bar">
      <search class="filters">
        <TextField
          label="Recipient"
          type="search"
          quiet
          placeholder="Recipient"
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
          <span class="number">{unread.length}</span> unread
        </p>
        <button type="button" disabled={unread.length === 0} onClick={() => markRead(unread)}>
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
    <aside class="open-message" aria-label="Magic recipients beside the messages">
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
