/** One message, opened: as its recipient sees it, what became of it, and a report of the user's choice. */
import { useEffect, useState } from 'preact/hooks'
import { Badge } from '../../components/badge.tsx'
import { Facts } from '../../components/facts.tsx'
import { ChoiceField } from '../../components/fields.tsx'
import { Body } from '../../components/json.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { Text, TextLink } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { useChange } from '../../data/control.ts'
import { markRead } from '../../data/unread.ts'
import { hrefOf } from '../../shell/address.ts'
import { History } from './history.tsx'
import { Email, EmailText, Phone, Plain } from './received.tsx'
import { reports, type SentMessage, toneOf } from './sent-message.ts'

export function OpenMessage({ message, close }: { readonly message: SentMessage; close(): void }) {
  useEffect(() => markRead([message]), [message])
  const { id, channel, to, from, subject, status, at, causedBy, shipmentId, creator } = message
  return (
    <article class="open-message beside" aria-label={`Message ${id}`}>
      <header>
        <Text as="h2">{subject ?? `${channel} to ${to}`}</Text>
        <a class="button-link" href={hrefOf(['bare-messages', id])} title="The message alone, for tests in a browser">
          alone
        </a>
        <button type="button" class="quiet small" aria-label="Close the message" onClick={close}>
          ×
        </button>
      </header>
      <Facts
        of={{
          From: from,
          To: to,
          Sent: (
            <>
              <Time at={at} full /> by <Text>{creator}</Text>
              {causedBy !== null && (
                <>
                  , <a href={hrefOf(['calls', causedBy])}>line {causedBy}</a>
                </>
              )}
            </>
          ),
          Shipment: <TextLink href={hrefOf(['orders', shipmentId])}>{shipmentId}</TextLink>,
          Status: <Badge tone={toneOf(status)}>{status}</Badge>,
        }}
      />
      <Content message={message} />
      <section>
        <h3>What became of it</h3>
        <History message={message} />
        <Report message={message} />
      </section>
    </article>
  )
}

function Content({ message }: { readonly message: SentMessage }) {
  const { body, channel, contentType } = message
  if (channel === 'SMS') return <Phone message={message} />
  if (contentType !== 'Html') return <Plain text={body} />
  return (
    <Tabs
      label="The email"
      tabs={[
        { title: 'Rendered', content: () => <Email key="wide" html={body} /> },
        { title: 'On a phone', content: () => <Email key="phone" html={body} phone /> },
        { title: 'Text', content: () => <EmailText html={body} /> },
        { title: 'Source', content: () => <Body text={body} /> },
      ]}
    />
  )
}

function Report({ message: { channel, shipmentId, position } }: { readonly message: SentMessage }) {
  const [status, setStatus] = useState<string>(reports[channel][0] ?? '')
  const report = useChange('control.reportDelivery', ({ recipient }) => `The message is ${recipient.status}.`)
  return (
    <form
      class="report"
      onSubmit={(event) => {
        event.preventDefault()
        report.mutate({ params: { id: shipmentId, n: position }, body: { status } })
      }}
    >
      <ChoiceField
        label="Delivery report"
        value={status}
        change={setStatus}
        choices={Object.fromEntries(reports[channel].map((each) => [each, each]))}
        hint="A late report overwrites the one before."
      />
      <button type="submit" disabled={report.isPending}>
        Send the report
      </button>
    </form>
  )
}
