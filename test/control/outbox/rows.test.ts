/** The outbox over HTTP. */
import { arrange } from '../../../src/service/failures/givens.ts'
import { placed, toEmail, toOrganization, toPerson, toPhone } from '../../support/orders.ts'
import { expect, rule, test } from '../../support/rule.ts'

const oda = '12838590150'

rule('decisions §7, decisions §12', 'a message is in the outbox as soon as it is sent, and its status follows', async ({ here }) => {
  const [shipmentId] = await placed(here, toEmail())
  await here.simulator.advance({ by: 2_000 })
  const before = await here.ask('control.listOutbox')
  await here.simulator.advance({ by: 1_000 })
  const sent = await here.ask('control.listOutbox')
  await here.simulator.advance({ by: 2_000 })
  const delivered = await here.ask('control.listOutbox')

  expect(before.body).toEqual({ messages: [], total: 0, next: null, dropped: 0 })
  expect(sent.body).toEqual({
    messages: [
      {
        id: '1',
        at: '2026-06-01T10:00:03Z',
        environment: 'test',
        creator: 'ttd',
        orderId: expect.any(String),
        shipmentId,
        position: 0,
        channel: 'Email',
        to: 'someone@example.org',
        from: 'noreply@altinn.cloud',
        subject: 'Subject',
        body: 'Body',
        contentType: 'Plain',
        segments: null,
        truncated: false,
        status: 'Email_Sending',
        statusAt: '2026-06-01T10:00:03Z',
        reports: [],
        causedBy: '1.0.0.0',
      },
    ],
    total: 1,
    next: null,
    dropped: 0,
  })
  expect(delivered.body.messages).toMatchObject([
    { at: '2026-06-01T10:00:03Z', status: 'Email_Delivered', statusAt: '2026-06-01T10:00:05Z' },
  ])
})

rule('decisions §7', 'a message that is sent again is one message', async ({ here }) => {
  await placed(here, toEmail('transient@example.org'))
  await here.simulator.advance({ until: 'settled' })

  expect((await here.ask('control.listOutbox')).body.messages).toMatchObject([
    { id: '1', at: '2026-06-01T10:00:03Z', status: 'Email_Delivered' },
  ])
})

rule('decisions §12', 'a message that was never sent is not in the outbox', async ({ here }) => {
  await placed(here, toPerson('26878530828', 'EmailAndSms'))
  await here.simulator.advance({ until: 'settled' })

  expect((await here.ask('control.listOutbox')).body.total).toBe(0)
})

rule('decisions §12', 'the outbox is filtered by recipient, channel, order and shipment', async ({ here }) => {
  const order = await here.client.call('notifications.createOrder', {
    body: {
      idempotencyId: 'a',
      recipient: toPerson(oda, 'EmailAndSms'),
      reminders: [{ delayDays: 1, recipient: toPhone('+47 99 99 99 98') }],
    },
  })
  const [other] = await placed(here, toOrganization('375464780', 'EmailAndSms'))
  await here.simulator.advance({ by: 2 * 86_400_000 })
  const { notificationOrderId: orderId, notification } = order.body
  const to = async (query: Record<string, string>) => {
    const { messages, total } = (await here.ask('control.listOutbox', { query })).body
    expect(total).toBe(messages.length)
    return messages.map((message: { to: string }) => message.to)
  }

  expect(await to({ orderId })).toEqual(['oda.wold@example.org', '+4799991001', '+47 99 99 99 98'])
  expect(await to({ orderId: orderId.toUpperCase(), channel: 'SMS' })).toEqual(['+4799991001', '+47 99 99 99 98'])
  expect(await to({ shipmentId: notification.shipmentId })).toEqual(['oda.wold@example.org', '+4799991001'])
  expect(await to({ recipient: oda })).toEqual(['oda.wold@example.org', '+4799991001'])
  expect(await to({ recipient: 'ODA.wold@example.org' })).toEqual(['oda.wold@example.org'])
  expect(await to({ recipient: '+4799999998' })).toEqual(['+47 99 99 99 98'])
  expect(await to({ shipmentId: other })).toHaveLength(4)
  expect(await to({ orderId, shipmentId: other })).toEqual([])
  expect((await here.ask('control.listOutbox', { query: { chanel: 'SMS' } })).status).toBe(400)
  expect((await here.ask('control.listOutbox', { query: { channel: 'Fax' } })).body.choices).toEqual(['Email', 'SMS'])
})

rule('decisions §2, decisions §12', 'the outbox holds both environments of a world, and nothing of other worlds', async ({ here }) => {
  const order = { body: { idempotencyId: 'a', recipient: toPhone() } }
  await here.client.call('notifications.createOrder', order)
  await here.clientOf('/production').call('notifications.createOrder', order)
  await here.clientOf('/worlds/other').call('notifications.createOrder', order)
  await here.simulator.advance({ until: 'settled' })
  await here.simulator.knobs('other').advance({ until: 'settled' })

  expect((await here.ask('control.listOutbox')).body.messages).toMatchObject([
    { environment: 'test', from: 'Altinn-test' },
    { environment: 'production', from: 'Altinn' },
  ])
  expect((await here.ask('control.listOutbox', { prefix: '/worlds/other/production' })).body.total).toBe(1)
})

rule('decisions §12', 'clearing the outbox removes the sent messages, and later ones still arrive', async ({ here }) => {
  await placed(here, toEmail())
  await here.simulator.advance({ by: 3_000 })
  await placed(here, toPhone(), { idempotencyId: 'later' })
  const cleared = await here.ask('control.clearOutbox')
  const { total } = (await here.ask('control.listOutbox')).body
  await here.simulator.advance({ until: 'settled' })
  const { messages } = (await here.ask('control.listOutbox')).body
  await here.ask('control.reset')

  expect([cleared.status, total]).toEqual([204, 0])
  expect(messages).toMatchObject([{ channel: 'SMS', status: 'SMS_Delivered' }])
  expect((await here.ask('control.listOutbox')).body.total).toBe(0)
})

rule('decisions §7', 'an instant message is in the outbox as soon as the provider gets it', async ({ here }) => {
  const { shipmentId = '' } = await arrange(here.client, 'an instant SMS is sent')

  const { body } = await here.ask('control.listOutbox', { query: { shipmentId } })

  expect(body.messages).toMatchObject([{ shipmentId, channel: 'SMS', status: 'SMS_Sending' }])
})

test('a page shows a window of the newest messages, by a part of an address or a subject, with the beginning of each body', async ({
  here,
}) => {
  const settings = { subject: 'Your LETTER', body: 'x'.repeat(1_000) }
  for (const name of ['anna', 'bent', 'cato'])
    await placed(here, { recipientEmail: { emailAddress: `${name}@example.org`, emailSettings: settings } }, { idempotencyId: name })
  await placed(here, toPhone('+4799999999'), { idempotencyId: 'sms' })
  await here.simulator.advance({ until: 'settled' })
  const ask = async (query: Readonly<Record<string, string>>) => (await here.ask('control.listOutbox', { query })).body
  const to = async (query: Readonly<Record<string, string>>) => (await ask(query)).messages.map((each: { to: string }) => each.to)

  expect(await to({ text: 'letter', first: 'newest', limit: '2' })).toEqual(['cato@example.org', 'bent@example.org'])
  expect(await to({ text: 'letter', first: 'newest', limit: '2', skip: '2' })).toEqual(['anna@example.org'])
  expect(await to({ text: 'BENT@' })).toEqual(['bent@example.org'])
  expect(await to({ text: '+47 999 99 999' })).toEqual(['+4799999999'])
  expect((await ask({ text: 'letter', first: 'newest', limit: '1', skip: '1' })).total).toBe(3)
  expect((await ask({ text: 'letter', first: 'newest', limit: '1', skip: '9' })).messages).toEqual([])
  expect((await ask({ id: '2', bodies: 'beginning' })).messages).toMatchObject([{ id: '2', body: 'x'.repeat(200) }])
  expect((await ask({ environment: 'production' })).total).toBe(0)
  expect((await here.ask('control.listOutbox', { query: { skip: '-1' } })).status).toBe(400)
  expect((await here.ask('control.listOutbox', { query: { first: 'oldes' } })).body.choices).toEqual(['oldest', 'newest'])
})
