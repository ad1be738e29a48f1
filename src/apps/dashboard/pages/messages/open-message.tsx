/** An open message: its rendered content, its statuses, and a delivery report form. */

import { useEffect, useState } from 'preact/hooks'
import type { StoryEntry } from '../../../../control/client.ts'
import { Button, CloseButton, Tabs } from '../../components/button.tsx'
import { Form } from '../../components/dialog.tsx'
import { Badge, Facts, reports, toneOfMessage } from '../../components/facts.tsx'
import { ChoiceField, choicesOf } from '../../components/fields.tsx'
import { Body } from '../../components/http-message.tsx'
import { Loaded } from '../../components/list.tsx'
import { Text, TextLink, Time } from '../../components/text.tsx'
import { Who } from '../../components/who.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { markRead, type SentMessage } from '../../data/outbox.ts'
import { hrefOf } from '../../shell/address.ts'
import { readEmail } from './read-email.ts'
import { Email, Phone, Plain } from './received.tsx'

export function OpenMessage({ message, close }: { readonly message: SentMessage; close(): void }) {
  useEffect(() => markRead([message]), [message])
  const { id, channel, to, from, subject, status, at, causedBy, shipmentId, creator } = message
  return (
    <article class="open-message beside" aria-label={`Message ${id}`}>
      <header>
        <Text as="h2">{subject ?? `${channel} to ${to}`}</Text>
        <a class="button-link" href={hrefOf(['bare-messages', id])} title="Just the message, for browser tests">
          alone
        </a>
        <CloseButton label="Close the message" close={close} />
      </header>
      <Facts
        of={{
          From: from,
          To: to,
          Sent: (
            <>
              <Time at={at} full /> by <Who of={creator} />
              {causedBy !== null && (
                <>
                  , <a href={hrefOf(['calls', causedBy])}>line {causedBy}</a>
                </>
              )}
            </>
          ),
          Shipment: <TextLink href={hrefOf(['orders', shipmentId])}>{shipmentId}</TextLink>,
          Status: <Badge tone={toneOfMessage(status)}>{status}</Badge>,
        }}
      />
      <Content message={message} />
      <section>
        <h3>History</h3>
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
        { title: 'Rendered', content: () => <Email key="wide" message={message} /> },
        { title: 'On a phone', content: () => <Email key="phone" message={message} phone /> },
        { title: 'Text', content: () => <Plain text={readEmail(body).text} /> },
        { title: 'Source', content: () => <Body text={body} /> },
      ]}
    />
  )
}

function Report({ message: { channel, shipmentId, position } }: { readonly message: SentMessage }) {
  const [status, setStatus] = useState<string>(reports[channel][0] ?? '')
  const report = useChange('control.reportDelivery', ({ recipient }) => `The message is now ${recipient.status}.`)
  return (
    <Form class="report" submit={() => report.mutate({ params: { id: shipmentId, n: position }, body: { status } })}>
      <ChoiceField
        label="Delivery report"
        value={status}
        change={setStatus}
        choices={choicesOf(reports[channel])}
        hint="A late report overwrites the previous report."
      />
      <Button submit label="Send the report" disabled={report.isPending} />
    </Form>
  )
}

interface Step {
  readonly at: string
  readonly status: string
  /** The journal line that set the status. */
  readonly line?: string
  /** The cause of the status, if no journal line set it. */
  readonly by?: string
}

function History({ message }: { readonly message: SentMessage }) {
  const story = useControl('control.showStory', { params: { id: message.shipmentId }, query: { limit: '1000' } }, { live: true })
  return (
    <Loaded of={story}>
      {(data) => (
        <ol class="history">
          {stepsOf(message, data.story).map(({ at, status, line, by }, step) => (
            <li key={step}>
              <Time at={at} full />
              <Badge tone={toneOfMessage(status)}>{status}</Badge>
              {line === undefined ? (
                <span class="quiet">{by}</span>
              ) : (
                <a href={hrefOf(['calls', line])}>
                  line <Text>{line}</Text>
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}

/**
 * Returns the statuses from journal lines, and then the statuses from a tester's reports, because the service sets no status after a
 * report. The story covers the whole order, so it also contains other messages.
 */
function stepsOf(message: SentMessage, story: readonly StoryEntry[]): Step[] {
  const { shipmentId, position, environment, reports } = message
  const lines = story.flatMap(({ at, id, record, environment: lineEnvironment }): Step[] => {
    const isOwn = record?.id === shipmentId && record.position === position && lineEnvironment === environment
    return isOwn && record.status !== undefined ? [{ at, status: record.status, line: id }] : []
  })
  const steps = [...lines, ...reports.map(({ at, status }): Step => ({ at, status, by: 'a report that a tester sent' }))]
  if (steps.at(-1)?.status === message.status) return steps
  return [...steps, { at: message.statusAt, status: message.status, by: 'its line is no longer in the journal' }]
}
