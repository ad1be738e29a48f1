/** Tests the rules for all three rows that send a message immediately. */

import type { Identity } from '../../src/service/areas/client.ts'
import { anyDocument, anyName } from '../../src/service/wire/misuse.ts'
import { brg, inStep, manifestOf, orderTo, post, recordOf, stored, takeDown, timelineOf, toEmail, ttd } from './orders.ts'
import { expect, rule } from './rule.ts'
import { base, standin, start } from './standin.ts'

type Standin = ReturnType<typeof standin>
type World = Pick<Standin, 'client'>

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const traceId = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

export const smsDelivery = (more: object = {}) => ({
  phoneNumber: '+4799999999',
  timeToLiveInSeconds: 300,
  smsSettings: { sender: 'Altinn', body: 'Your code is 482913.' },
  ...more,
})
const emailDelivery = { emailAddress: 'someone@example.org', emailSettings: { subject: 'Subject', body: 'Body' } }

export const instantRows = {
  'notifications.createInstantOrder': {
    path: '/future/orders/instant',
    message: { recipient: { recipientSms: smsDelivery() } },
    channel: 'SMS',
    destination: '+4799999999',
    sender: 'sms',
    accepted: 'SMS_Accepted',
    life: 300_000,
  },
  'notifications.createInstantSms': {
    path: '/future/orders/instant/sms',
    message: { recipientSms: smsDelivery() },
    channel: 'SMS',
    destination: '+4799999999',
    sender: 'sms',
    accepted: 'SMS_Accepted',
    life: 300_000,
  },
  'notifications.createInstantEmail': {
    path: '/future/orders/instant/email',
    message: { recipientEmail: emailDelivery },
    channel: 'Email',
    destination: 'someone@example.org',
    sender: 'email',
    accepted: 'Email_Succeeded',
    life: 48 * 3_600_000,
  },
} as const
export type InstantId = keyof typeof instantRows
const ids = Object.keys(instantRows) as InstantId[]

/** Sends a row's message. `more`: replaces members of the body. */
export const instant = (
  { client }: World,
  id: InstantId,
  more: object = {},
  as: Identity | null = ttd,
  headers: Record<string, string> = {},
) => client.call(id, { as, headers, body: { idempotencyId: 'otp-1', ...instantRows[id].message, ...more } })

const rowsInStep = (here: Standin, rows: readonly InstantId[]) =>
  inStep(
    here,
    rows.map((each) => [instantRows[each].path, { idempotencyId: 'otp-1', ...instantRows[each].message }]),
  )

const storedAndBooked = (here: Standin) => [...stored(here), here.simulator.world.clock.agenda.size]

export function instantRules(id: InstantId): void {
  const { path, message, channel, destination, sender, accepted, life } = instantRows[id]
  const sending = `${channel}_Sending`

  rule(
    'notifications §5.2, notifications §5.3, notifications §8.2',
    `${id}: a message is answered 201, and has the status of sending`,
    async () => {
      const here = standin()
      const reply = await instant(here, id, { sendersReference: 'login-3391' })
      const { notificationOrderId, notification } = reply.body
      const manifest = await manifestOf(here, notification.shipmentId)

      expect([reply.status, reply.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8'])
      expect(reply.headers.get('location')).toBe(`${base}/notifications/api/v1/orders/chain/${notificationOrderId}`)
      expect([notificationOrderId, notification.shipmentId]).toEqual([expect.stringMatching(guid), expect.stringMatching(guid)])
      const shown = { shipmentId: notification.shipmentId, sendersReference: 'login-3391' }
      expect(reply.text).toBe(JSON.stringify({ notificationOrderId, notification: shown }, null, 2))
      expect(manifest).toEqual({
        ...shown,
        type: 'Instant',
        status: 'Order_Processed',
        lastUpdate: start,
        recipients: [{ type: channel, destination, status: sending, lastUpdate: start }],
      })
      expect((await here.client.call('notifications.getShipment', { as: ttd, params: { id: notificationOrderId } })).status).toBe(404)
    },
  )

  for (const [pace, after, report] of [
    ['fast', 1, 2],
    ['real', channel === 'SMS' ? 1 : 8, channel === 'SMS' ? 6 : 13],
  ] as const) {
    rule('notifications §8.2, decisions §8', `${id}: at pace ${pace} it goes from sending to its end step by step`, async () => {
      const here = standin({ pace })
      const { notification } = (await instant(here, id)).body

      expect(await timelineOf(here, notification.shipmentId)).toEqual([
        [0, `Order_Processed ${sending}`],
        [after, `Order_Processed ${accepted}`],
        [report, `Order_Completed ${channel}_Delivered`],
      ])
    })
  }

  rule('notifications §8.2, decisions §8', `${id}: at pace instant it is delivered at the instant of its request`, async () => {
    const here = standin({ pace: 'instant' })
    const { notification } = (await instant(here, id)).body
    await here.simulator.advance({ by: 0 })
    const { status, lastUpdate, recipients } = await manifestOf(here, notification.shipmentId)

    expect([status, lastUpdate]).toEqual(['Order_Completed', start])
    expect(recipients).toEqual([{ type: channel, destination, status: `${channel}_Delivered`, lastUpdate: start }])
  })

  rule('notifications §10.2', `${id}: its entry has the time until which a report is awaited`, async () => {
    const here = standin()
    const { notification } = (await instant(here, id)).body
    const { entries, requestedSendTime, created } = recordOf(here, notification.shipmentId)

    expect([entries[0]?.expires, requestedSendTime, created]).toEqual([Date.parse(start) + life, Date.parse(start), Date.parse(start)])
  })

  rule('notifications §5.2', `${id}: a reference that is null is left out, and any other is returned as sent`, async () => {
    const here = standin()
    const shown = async (idempotencyId: string, more: object) => (await instant(here, id, { idempotencyId, ...more })).body.notification

    expect(await shown('a', {})).toEqual({ shipmentId: expect.anything() })
    expect(await shown('b', { sendersReference: null })).toEqual({ shipmentId: expect.anything() })
    expect(await shown('c', { sendersReference: ' æ<&> ' })).toEqual({ shipmentId: expect.anything(), sendersReference: ' æ<&> ' })
  })

  rule('notifications §5.4, decisions §6', `${id}: the instant rows share their ids, and replay the message that came first`, async () => {
    const here = standin()
    const first = await instant(here, id, { sendersReference: 'first' })

    for (const other of ids) {
      const again = await instant(here, other, { sendersReference: 'again' })
      expect([again.status, again.text, again.headers.get('location')], other).toEqual([200, first.text, null])
    }
    expect(storedAndBooked(here)).toEqual([1, 1, 1])
    expect((await instant(here, id, { idempotencyId: 'OTP-1' })).status).toBe(201)
  })

  rule('notifications §5.4', `${id}: a regular order may have the same id`, async () => {
    const here = standin()
    const order = () => here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'otp-1' }) })
    const sent = await instant(here, id)
    const ordered = await order()

    expect([sent.status, ordered.status, (await instant(here, id)).status, (await order()).status]).toEqual([201, 201, 200, 200])
    expect((await instant(here, id)).text).toBe(sent.text)
    expect((await order()).text).toBe(ordered.text)
  })

  rule('decisions §2, decisions §6', `${id}: creators, environments and worlds have their own ids`, async () => {
    const here = standin()
    const made = new Set<string>()

    for (const [prefix, as] of [
      ['', ttd],
      ['', brg],
      ['', { ...ttd, org: undefined, orgNo: '314567895' }],
      ['/production', ttd],
      ['/worlds/other', ttd],
    ] as const) {
      const { status, body } = await instant({ client: here.clientOf(prefix) }, id, {}, as)
      expect(status).toBe(201)
      made.add(body.notificationOrderId)
    }
    expect(made.size).toBe(5)
  })

  rule('notifications §5.4, decisions §6', `${id}: exactly one of 20 equal requests at once is sent`, async () => {
    const here = standin()
    const replies = await rowsInStep(here, Array(20).fill(id))

    expect(replies.map(({ status }) => status)).toEqual([201, ...Array(19).fill(200)])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(storedAndBooked(here)).toEqual([1, 1, 1])
  })

  rule(
    'notifications §5.4, decisions §6',
    `${id}: exactly one is sent also when requests of the other rows have the same id at the same moment`,
    async () => {
      const here = standin()
      const replies = await rowsInStep(here, [id, ...ids, id])

      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(storedAndBooked(here)).toEqual([1, 1, 1])
    },
  )

  for (const dialect of ['spec', 'live'] as const) {
    rule('spec §7, notifications §7, decisions §13', `${dialect}: ${id}: while its sender is down it is NOT-00004`, async () => {
      const here = standin({ dialect })
      const first = await instant(here, id, { idempotencyId: 'before' })
      const before = storedAndBooked(here)
      const letUp = await takeDown(here, sender)
      const refused = await instant(here, id)
      const title = dialect === 'spec' ? 'Platform dependency unavailable' : 'A temporary network failure occurred'

      expect(refused.problem).toEqual({
        type: 'urn:altinn:error:NOT-00004',
        title,
        status: 503,
        code: 'NOT-00004',
        traceId: expect.stringMatching(traceId),
        ...(dialect === 'spec' ? { detail: 'A temporary network failure occurred' } : { statusDescription: 'Service Unavailable' }),
      })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, null])
      expect(storedAndBooked(here)).toEqual(before)
      const replayed = await instant(here, id, { idempotencyId: 'before' })
      expect([replayed.status, replayed.text]).toEqual([200, first.text])
      await letUp()
      expect((await instant(here, id)).status).toBe(201)
    })
  }

  rule('notifications §6, decisions §13', `${id}: it needs no service besides its sender and the database`, async () => {
    const here = standin({ unknownRecipients: 'missing' })
    await takeDown(here, 'register', 'names', 'authorization', sender === 'sms' ? 'email' : 'sms')

    expect((await instant(here, id)).status).toBe(201)
  })

  rule('decisions §13', `${id}: while the database is down nothing is sent or replayed`, async () => {
    const here = standin()
    const letUp = await takeDown(here, 'database')

    expect((await instant(here, id)).problem.code).toBe('NOT-00004')
    await letUp()
    expect((await instant(here, id)).status).toBe(201)
  })

  rule('spec §7, decisions §5', `${id}: nothing is sent for a client that has gone, and its id stays free`, async () => {
    const here = standin()
    await here.client.token(ttd)
    const leaving = new AbortController()
    const gone = here.client.call(id, { as: ttd, body: { idempotencyId: 'otp-1', ...message }, signal: leaving.signal })
    leaving.abort()

    await expect(gone).rejects.toThrow()
    expect(here.simulator.world.journal.calls.list().at(-1)).toMatchObject({ status: 499, code: 'NOT-00002', commits: 0 })
    expect(storedAndBooked(here)).toEqual([0, 0, 0])
    expect((await instant(here, id)).status).toBe(201)
  })

  rule('decisions §5', `${id}: a message that was sent before its client left is sent once, and the retry finds it`, async () => {
    const here = standin()
    const rules = [{ on: id, calls: 1, disconnect: { when: 'after-work' } }]
    here.simulator.scenarios.define('lost-reply', anyDocument({ summary: 'The reply is lost', rules }))
    await here.simulator.scenarios.use('lost-reply')

    await expect(instant(here, id)).rejects.toThrow()
    expect(storedAndBooked(here)).toEqual([1, 1, 1])
    expect((await instant(here, id)).status).toBe(200)
    expect(storedAndBooked(here)).toEqual([1, 1, 1])
  })

  rule('spec §5, decisions §1 #1', `${id}: it needs a token with the scope, before its body is read`, async () => {
    const here = standin()
    const live = standin({ dialect: 'live' })
    const scopeless = { ...ttd, scope: 'altinn:broker.write' }

    expect(await here.client.call(id, { as: null, body: '{' })).toMatchObject({ status: 401, problem: { title: 'Unauthorized' } })
    expect(await here.client.call(id, { as: scopeless, body: '{' })).toMatchObject({ status: 403, problem: { title: 'Forbidden' } })
    expect(await instant(live, id, {}, null)).toMatchObject({ status: 401, text: '' })
    expect(await instant(live, id, {}, scopeless)).toMatchObject({ status: 403, text: '' })
  })

  rule(
    'notifications §2, notifications §1.4, decisions §1 #12',
    `${id}: no-organization: a token without a code sends in spec only`,
    async () => {
      const withoutCode = { ...ttd, org: undefined, orgNo: '314567895' }
      const live = standin({ dialect: 'live' })

      expect(await instant(live, id, {}, withoutCode)).toMatchObject({ status: 403, text: '' })
      expect((await instant(live, id, { idempotencyId: 1 }, withoutCode)).status).toBe(400)
      const why = 'no-organization: The token names no organization.'
      expect(live.simulator.world.journal.calls.list().at(-2)).toMatchObject({ why, commits: 0 })
      expect((await instant(standin(), id, {}, withoutCode)).status).toBe(201)
    },
  )

  rule('notifications §1.3, decisions §2', `${id}: it exists under both prefixes, in any case, for POST and JSON only`, async () => {
    const here = standin()
    const body = JSON.stringify({ idempotencyId: 'otp-1', ...message })

    for (const [at, address] of [path, `${path}/`, path.toUpperCase(), `/notifications/api/v1${path}`].entries()) {
      expect((await post(here, address, body)).status, address).toBe(at === 0 ? 201 : 200)
    }
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const refused = await here.send(new Request(base + path, { method }))
      expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'POST'])
    }
    expect((await post(here, path, body, { 'content-type': 'text/json', authorization: '' })).status).toBe(415)
    expect((await post(here, `${path}/x`, body)).status).toBe(404)
  })

  rule('decisions §16', `${id}: a rule about its recipient covers it`, async () => {
    const here = standin()
    const where = { recipient: destination }
    here.simulator.scenarios.define('refused', { summary: 'Refused', rules: [{ on: id, where, refuse: { code: 'NOT-00004' } }] })
    await here.simulator.scenarios.use(anyName('refused'))

    expect((await instant(here, id)).status).toBe(503)
  })
}

/** Checks that every row rejects these bodies with these errors. Strings are sent unchanged. */
export async function expectErrors(id: InstantId, cases: readonly (readonly [what: string, body: unknown, errors: object])[]) {
  const here = standin()
  for (const [what, body, errors] of cases) {
    const reply = await here.client.call(id, { as: ttd, body })
    expect([reply.status, reply.problem.errors], what).toEqual([400, errors])
  }
  expect(storedAndBooked(here)).toEqual([0, 0, 0])
}

export const parameter = { request: ['The request field is required.'] }
const models = 'Altinn.Notifications.Models'
export const lacks = (type: string, ...names: string[]) => [
  `JSON deserialization for type '${models}.${type}' was missing required properties including: ${names.map((name) => `'${name}'`).join(', ')}.`,
]
/** Matches an error about a type. Ignores the position, which the reader's tests cover. */
export const unconvertible = (type: string, path: string) => [
  expect.stringContaining(`The JSON value could not be converted to ${type}. Path: ${path} | LineNumber: 0 | BytePositionInLine: `),
]
export const required = (key: string) => ({ [key]: [`The ${key.split('.').at(-1)} field is required.`] })
