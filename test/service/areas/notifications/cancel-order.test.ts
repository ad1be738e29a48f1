import type { Identity } from '../../../../src/service/areas/client.ts'
import { instant } from '../../../support/instant.ts'
import {
  brg,
  manifestOf,
  orderTo,
  placed,
  statusOf,
  takeDown,
  toEmail,
  toIdentity,
  toOrganization,
  toPerson,
  toPhone,
  ttd,
} from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { switchOn } from '../../../support/rules.ts'
import { base, type Standin, standin, start } from '../../../support/standin.ts'

const unknown = '5a0f6f0e-64a5-4a4e-9d3b-0c8c6e1d7b52'
const inAnHour = { requestedSendTime: '2026-06-01T13:00:00+02:00' }
const traceId = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

const cancel = ({ client }: Pick<Standin, 'client'>, id: string, as: Identity | null = ttd) =>
  client.call('notifications.cancelOrder', { as, params: { id } })

rule('notifications §11.1', 'a shipment that is not yet due is cancelled, and shown as an order', async ({ here }) => {
  const [id] = await placed(here, toPhone(), {
    ...inAnHour,
    sendersReference: 'case-7741',
    conditionEndpoint: 'https://cases.example.org/7741',
  })
  await here.simulator.advance({ by: 1_500 })
  const reply = await cancel(here, id)

  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(reply.text).toBe(
    JSON.stringify(
      {
        id,
        sendersReference: 'case-7741',
        requestedSendTime: '2026-06-01T11:00:00Z',
        creator: 'ttd',
        created: start,
        notificationChannel: 'Sms',
        conditionEndpoint: 'https://cases.example.org/7741',
        processingStatus: {
          status: 'Cancelled',
          description: 'Order processing was stopped due to order being cancelled.',
          lastUpdate: '2026-06-01T10:00:01.5Z',
        },
      },
      null,
      2,
    ),
  )
  expect(await manifestOf(here, id)).toMatchObject({ status: 'Order_Cancelled', lastUpdate: '2026-06-01T10:00:01.5Z', recipients: [] })
})

const resource = { resourceId: 'urn:altinn:resource:ttd-permit', resourceAction: 'write' }
const shown: readonly [what: string, recipient: object, facts: object][] = [
  ['an email', toEmail(), { notificationChannel: 'Email' }],
  ['a person', toPerson('12838590150', 'SmsPreferred'), { notificationChannel: 'SmsPreferred', ignoreReservation: false }],
  [
    'a person with everything',
    toPerson('12838590150', 'EmailAndSms', { ignoreReservation: true, ...resource }),
    { notificationChannel: 'EmailAndSms', ignoreReservation: true, ...resource },
  ],
  ['an organization', toOrganization('991825827', 'Email'), { notificationChannel: 'Email' }],
  ['an external identity', toIdentity('urn:altinn:username:kari', 'EmailPreferred'), { notificationChannel: 'EmailPreferred' }],
]

rule('notifications §11.1', 'members that the recipient does not have are left out', async () => {
  const here = standin({ unknownRecipients: 'reachable' })
  for (const [what, recipient, facts] of shown) {
    const [id] = await placed(here, recipient, { ...inAnHour, idempotencyId: what })
    const { processingStatus: _, ...order } = (await cancel(here, id)).body
    expect(order, what).toEqual({ id, requestedSendTime: '2026-06-01T11:00:00Z', creator: 'ttd', created: start, ...facts })
  }
})

rule('notifications §11.1', 'a cancelled shipment is never sent, and a second cancellation gets the same reply', async ({ here }) => {
  const [id] = await placed(here, toEmail(), inAnHour)
  const first = await cancel(here, id)
  const { happened } = await here.simulator.advance({ by: 2 * 3_600_000 })
  const again = await cancel(here, id)

  expect(happened).toEqual([])
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  expect(await statusOf(here, id)).toBe('Order_Cancelled')
  expect((await here.client.call('notifications.readFeed', { as: ttd })).body).toEqual([])
})

rule('notifications §11.1, notifications §10.4', 'one shipment of a chain is cancelled, and the others are not', async ({ here }) => {
  const reminders = [1, 2].map((delayDays) => ({ delayDays, recipient: toPhone() }))
  const [main, first = '', second = ''] = await placed(here, toEmail(), { ...inAnHour, reminders })

  expect((await cancel(here, first)).status).toBe(200)
  await here.simulator.advance({ by: 3 * 86_400_000 })
  expect(await Promise.all([main, first, second].map((id) => statusOf(here, id)))).toEqual([
    'Order_Completed Email_Delivered',
    'Order_Cancelled',
    'Order_Completed SMS_Delivered',
  ])
})

rule('notifications §11.1', 'an order is replayed also after its cancellation', async ({ here }) => {
  const [id] = await placed(here, toEmail(), inAnHour)
  await cancel(here, id)

  const { status, body } = await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), inAnHour) })
  expect([status, body.notification.shipmentId]).toEqual([200, id])
})

const problems = {
  'not-cancellable': {
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.10',
    title: 'Conflict',
    status: 409,
    detail: 'Only an order that is registered, and due in more than 5 minutes, can be cancelled.',
    traceId: expect.stringMatching(traceId),
  },
  'no-such-order': {
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.5',
    title: 'Not Found',
    status: 404,
    detail: 'There is no such order.',
    traceId: expect.stringMatching(traceId),
  },
}

for (const dialect of ['spec', 'live'] as const) {
  const form = (key: keyof typeof problems) => {
    const { detail, ...rest } = problems[key]
    return dialect === 'spec' ? { ...rest, detail } : rest
  }

  rule('notifications §11.1, decisions §1', `${dialect}: a shipment due within 5 minutes, or on its way, cannot be cancelled`, async () => {
    const here = standin({ dialect })
    const [soon] = await placed(here, toEmail(), { requestedSendTime: '2026-06-01T10:05:00Z' })
    const [later] = await placed(here, toEmail(), { requestedSendTime: '2026-06-01T10:05:00.001Z', idempotencyId: 'order-2' })
    const [now] = await placed(here, toEmail(), { idempotencyId: 'order-3' })
    const message = (await instant(here, 'notifications.createInstantSms')).body.notification.shipmentId
    const refused = await cancel(here, soon)

    expect([refused.status, refused.problem]).toEqual([409, form('not-cancellable')])
    expect(refused.headers.get('content-type')).toBe(`application/${dialect === 'spec' ? 'problem+' : ''}json; charset=utf-8`)
    expect((await cancel(here, later)).status).toBe(200)
    expect((await cancel(here, message)).status).toBe(409)
    for (let second = 0; second <= 6; second++) {
      expect((await cancel(here, now)).status, await statusOf(here, now)).toBe(409)
      await here.simulator.advance({ by: 1_000 })
    }
    expect(await statusOf(here, soon)).toBe('Order_Registered')
    await here.simulator.advance({ by: 3_600_000 })
    expect(await statusOf(here, soon)).toBe('Order_Completed Email_Delivered')
  })

  rule('notifications §11.1, decisions §1', `${dialect}: shipments unknown or of another creator or world are not found`, async () => {
    const here = standin({ dialect })
    const { body } = await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), inAnHour) })
    const { shipmentId } = body.notification
    const replies = await Promise.all([
      cancel(here, unknown),
      cancel(here, shipmentId, brg),
      cancel({ client: here.clientOf('/production') }, shipmentId),
      cancel({ client: here.clientOf('/worlds/other') }, shipmentId),
      cancel(here, body.notificationOrderId),
    ])

    for (const { status, problem } of replies) expect([status, problem]).toEqual([404, form('no-such-order')])
    expect(await statusOf(here, shipmentId)).toBe('Order_Registered')
    expect((await cancel(here, shipmentId, { ...ttd, clientId: 'another-integration' })).status).toBe(200)
  })

  rule('notifications §11.1', `${dialect}: an id that is not a GUID is 400, for callers with the scope`, async () => {
    const here = standin({ dialect })

    for (const id of ['x', '1', `${unknown}0`, `{${unknown})`, ' ', '%00', '__proto__']) {
      const refused = await cancel(here, id)
      // Blanks are no value at all.
      const fault = id === ' ' ? 'invalid' : 'not valid'
      expect([refused.status, refused.problem.errors], id).toEqual([400, { id: [`The value '${id}' is ${fault}.`] }])
      expect((await cancel(here, id, null)).status, id).toBe(401)
    }
  })

  rule('notifications §1.3', `${dialect}: a GUID is read in every notation`, async () => {
    const here = standin({ dialect })
    const [id] = await placed(here, toEmail(), inAnHour)

    for (const notation of [id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, `(${id})`]) {
      expect((await cancel(here, notation)).body.id, notation).toBe(id)
    }
  })
}

rule('notifications §2, notifications §1.4, decisions §1 #12', 'no-organization: a token without a code cancels in spec only', async () => {
  const withoutCode = { ...ttd, org: undefined, orgNo: '314567895' }
  const here = standin()
  const live = standin({ dialect: 'live' })
  const { body } = await here.client.call('notifications.createOrder', { as: withoutCode, body: orderTo(toEmail(), inAnHour) })

  expect(await cancel(live, unknown, withoutCode)).toMatchObject({ status: 403, text: '' })
  expect((await cancel(live, 'x', withoutCode)).status).toBe(400)
  expect((await cancel(here, body.notification.shipmentId, withoutCode)).body.creator).toBe('314567895')
})

rule('spec §5, decisions §1 #1', 'cancelling needs a token with the scope that ordering needs', async ({ here }) => {
  const [id] = await placed(here, toEmail(), inAnHour)

  expect((await cancel(here, id, null)).status).toBe(401)
  expect((await cancel(here, id, { ...ttd, scope: 'altinn:broker.write' })).status).toBe(403)
  expect(await statusOf(here, id)).toBe('Order_Registered')
})

rule('decisions §2, notifications §1.3', 'the path answers under both prefixes, in any case, for PUT only', async ({ here }) => {
  const [id] = await placed(here, toEmail(), inAnHour)
  const headers = { authorization: `Bearer ${await here.client.token(ttd)}` }

  for (const path of [`/orders/${id}/cancel`, `/Orders/${id}/CANCEL/`, `/notifications/api/v1/orders/${id}/cancel`]) {
    expect((await here.send(new Request(base + path, { method: 'PUT', headers }))).status, path).toBe(200)
  }
  for (const method of ['GET', 'POST', 'DELETE']) {
    const refused = await here.send(new Request(`${base}/orders/${id}/cancel`, { method }))
    expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'PUT'])
  }
})

rule('decisions §13, decisions §5', 'no shipment is cancelled while the database is down, or for a client that has gone', async () => {
  const here = standin()
  const [id] = await placed(here, toEmail(), inAnHour)
  const letUp = await takeDown(here, 'database')
  const down = await cancel(here, id)
  await letUp()
  const leaving = new AbortController()
  const gone = here.client.call('notifications.cancelOrder', { as: ttd, params: { id }, signal: leaving.signal })
  leaving.abort()

  expect(down.problem.code).toBe('NOT-00004')
  await expect(gone).rejects.toThrow()
  expect(await statusOf(here, id)).toBe('Order_Registered')
})

rule('decisions §16', 'a rule about an order or its recipient covers its cancellation', async ({ here }) => {
  const [mine] = await placed(here, toEmail('mine@example.org'), inAnHour)
  const rules = [{ on: 'notifications.cancelOrder', where: { recipient: 'mine@example.org' }, refuse: { code: 'NOT-00004' } }]
  await switchOn(here, rules)

  expect((await cancel(here, mine)).status).toBe(503)
  expect((await cancel(here, unknown)).status).toBe(404)
})
