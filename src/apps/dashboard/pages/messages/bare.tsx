/** A message without the header and navigation, for browser tests and screenshots: `#/bare-messages/<id>`. */
import { Facts } from '../../components/facts.tsx'
import { Empty, Loaded } from '../../components/list.tsx'
import { Text } from '../../components/text.tsx'
import { useControl } from '../../data/control.ts'
import type { SentMessage } from '../../data/outbox.ts'
import type { PageProps } from '../../shell/address.ts'
import { Email, Phone, Plain } from './received.tsx'
import './messages.css'

export function page({ rest: [wanted = ''] }: PageProps) {
  const outbox = useControl('control.listOutbox', { query: { id: wanted } }, { live: true })
  return (
    <main class="bare-message">
      <Loaded of={outbox}>{({ messages: [message] }) => (message ? <Message message={message} /> : <NoMessage />)}</Loaded>
    </main>
  )
}

const NoMessage = () => (
  <>
    <h1 class="unheard">No message</h1>
    <Empty title="Message not found." />
  </>
)

function Message({ message }: { readonly message: SentMessage }) {
  const { subject, channel, to, from, body, contentType, status } = message
  return (
    <>
      <Text as="h1">{subject ?? `${channel} to ${to}`}</Text>
      <Facts of={{ From: from, To: to, Status: status }} />
      {channel === 'SMS' && <Phone message={message} />}
      {channel === 'Email' && (contentType === 'Html' ? <Email message={message} /> : <Plain text={body} />)}
    </>
  )
}
