/** A week of notifications, from the order to the last delivery report. */
import { control } from './support/control.ts'
import { manifestOf, placed, ttd } from './support/orders.ts'
import { outside, saying } from './support/outside.ts'
import { expect, rule } from './support/rule.ts'

const oda = '12838590150'
const person = (channelSchema: string, settings: object) => ({
  recipientPerson: { nationalIdentityNumber: oda, channelSchema, ...settings },
})

rule(
  'notifications §8.2, notifications §10, decisions §8',
  'an email in the evening, and a week later a reminder by SMS, which is still wanted and waits for the morning',
  async () => {
    const here = control({ now: Date.parse('2026-06-01T18:00:00Z') })
    const endpoint = await outside(saying('{"sendNotification":true}'))
    const [notification, reminder = ''] = await placed(
      here,
      person('EmailPreferred', {
        emailSettings: { subject: 'Case 7741:\na new message', body: 'Hello $recipientName$, you have a new message.' },
        smsSettings: { body: 'You have a new message.' },
      }),
      {
        sendersReference: 'case-7741',
        reminders: [
          {
            sendersReference: 'case-7741-r1',
            delayDays: 7,
            conditionEndpoint: `${endpoint.url}/7741/unread`,
            recipient: person('Sms', { smsSettings: { sender: 'Etaten', body: '$recipientName$: unread message.' } }),
          },
        ],
      },
    )
    const { body: account } = await here.ask('control.advanceClock', { body: { by: 'P8D' } })

    const email = { id: notification, destination: 'oda.wold@example.org' }
    const sms = { id: reminder, destination: '+4799991001' }
    const job = (what: string) => `notifications.${what}`
    expect(account.now).toBe('2026-06-09T18:00:00Z')
    expect(account.happened).toEqual([
      { at: '2026-06-01T18:00:01Z', what: job('takeOrder'), id: notification, status: 'Order_Processing' },
      { at: '2026-06-01T18:00:02Z', what: job('processOrder'), id: notification, status: 'Order_Processed', entries: 1 },
      { at: '2026-06-01T18:00:03Z', what: job('sendMessage'), ...email, status: 'Email_Sending', order: 'Order_Processed' },
      { at: '2026-06-01T18:00:04Z', what: job('acceptMessage'), ...email, status: 'Email_Succeeded', order: 'Order_Processed' },
      { at: '2026-06-01T18:00:05Z', what: job('reportMessage'), ...email, status: 'Email_Delivered', order: 'Order_Completed' },
      { at: '2026-06-08T18:00:01Z', what: job('takeOrder'), id: reminder, status: 'Order_Processing' },
      { at: '2026-06-08T18:00:02Z', what: job('processOrder'), id: reminder, status: 'Order_Processed', entries: 1, condition: 'met' },
      { at: '2026-06-09T07:00:01Z', what: job('sendMessage'), ...sms, status: 'SMS_Sending', order: 'Order_Processed' },
      { at: '2026-06-09T07:00:02Z', what: job('acceptMessage'), ...sms, status: 'SMS_Accepted', order: 'Order_Processed' },
      { at: '2026-06-09T07:00:03Z', what: job('reportMessage'), ...sms, status: 'SMS_Delivered', order: 'Order_Completed' },
    ])
    expect(account.total).toBe(10)
    expect(endpoint.calls.map(({ row }) => row)).toEqual(['GET /7741/unread'])

    const { messages } = (await here.ask('control.listOutbox', { query: { recipient: oda } })).body
    const common = { environment: 'test', creator: 'ttd', orderId: messages[0].orderId, truncated: false, position: 0, reports: [] }
    expect(messages).toEqual([
      {
        ...common,
        id: '1',
        at: '2026-06-01T18:00:03Z',
        shipmentId: notification,
        channel: 'Email',
        to: 'oda.wold@example.org',
        from: 'noreply@altinn.cloud',
        subject: 'Case 7741: a new message',
        body: 'Hello Oda Wold, you have a new message.',
        contentType: 'Plain',
        segments: null,
        status: 'Email_Delivered',
        statusAt: '2026-06-01T18:00:05Z',
        causedBy: '1.0.0.0',
      },
      {
        ...common,
        id: '2',
        at: '2026-06-09T07:00:01Z',
        shipmentId: reminder,
        channel: 'SMS',
        to: '+4799991001',
        from: 'Etaten',
        subject: null,
        body: 'Oda Wold: unread message.',
        contentType: null,
        segments: 1,
        status: 'SMS_Delivered',
        statusAt: '2026-06-09T07:00:03Z',
        causedBy: '1.1.0.0',
      },
    ])

    const ended = { status: 'Order_Completed' }
    expect(await manifestOf(here, notification)).toEqual({
      ...ended,
      shipmentId: notification,
      sendersReference: 'case-7741',
      type: 'Notification',
      lastUpdate: '2026-06-01T18:00:05Z',
      recipients: [{ type: 'Email', destination: 'oda.wold@example.org', status: 'Email_Delivered', lastUpdate: '2026-06-01T18:00:05Z' }],
    })
    expect(await manifestOf(here, reminder)).toEqual({
      ...ended,
      shipmentId: reminder,
      sendersReference: 'case-7741-r1',
      type: 'Reminder',
      lastUpdate: '2026-06-09T07:00:03Z',
      recipients: [{ type: 'SMS', destination: '+4799991001', status: 'SMS_Delivered', lastUpdate: '2026-06-09T07:00:03Z' }],
    })

    const feed = await here.client.call('notifications.readFeed', { as: ttd })
    expect(feed.body).toEqual([
      {
        ...ended,
        sequenceNumber: 1,
        shipmentId: notification,
        sendersReference: 'case-7741',
        shipmentType: 'Notification',
        lastUpdate: '2026-06-01T18:00:05Z',
        recipients: [{ destination: 'oda.wold@example.org', status: 'Email_Delivered', lastUpdate: '2026-06-01T18:00:05Z' }],
      },
      {
        ...ended,
        sequenceNumber: 2,
        shipmentId: reminder,
        sendersReference: 'case-7741-r1',
        shipmentType: 'Reminder',
        lastUpdate: '2026-06-09T07:00:03Z',
        recipients: [{ destination: '+4799991001', status: 'SMS_Delivered', lastUpdate: '2026-06-09T07:00:03Z' }],
      },
    ])
  },
)
