import { readFixtures } from '../../../../src/platform/node-files.ts'
import { type ChannelSchema, channelSchemas } from '../../../../src/service/areas/notifications/constraints/order.ts'
import { scopes } from '../../../../src/service/wire/vocabulary.ts'
import {
  brg,
  emailSettings,
  inStep,
  manifestOf,
  orderTo,
  placed,
  post,
  stored,
  takeDown,
  toEmail,
  toIdentity,
  toOrganization,
  toPerson,
  toPhone,
  ttd,
} from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, type Standin, standin } from '../../../support/standin.ts'

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const traceId = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
/** People of the fixtures: reachable in both channels, without contact details, and with old ones. */
const oda = '12838590150'
const anders = '02838039440'
const synne = '14929942842'

const order = (here: Pick<Standin, 'client'>, recipient: object, more: object = {}, as = ttd) =>
  here.client.call('notifications.createOrder', { as, body: orderTo(recipient, more) })
const json = JSON.stringify(orderTo(toEmail()))

const ordersInStep = (here: Standin, bodies: readonly unknown[]) =>
  inStep(
    here,
    bodies.map((body) => ['/future/orders', body]),
  )

// This test comes first: its look-up waits for the metadata of phone numbers, so that the second order could overtake the first.
rule('decisions §6', 'an order waits for another one with its key, and replays it', async ({ here }) => {
  const [first, second] = await ordersInStep(here, [orderTo(toPerson(oda)), orderTo(toEmail())])

  expect([first?.status, second?.status]).toEqual([201, 200])
  expect(second?.text).toBe(first?.text)
  expect(stored(here)).toEqual([1, 1])
})

rule('decisions §6', 'when the first of simultaneous orders is refused, the next one is placed', async ({ here }) => {
  const replies = await ordersInStep(
    here,
    [toPerson(anders), toEmail('a@example.org'), toEmail('b@example.org')].map((to) => orderTo(to)),
  )

  expect(replies.map(({ status }) => status)).toEqual([422, 201, 200])
  expect(replies[2]?.text).toBe(replies[1]?.text)
})

for (const [what, recipient] of [
  ['looked up', toPerson(oda)],
  ['with an address', toEmail()],
] as const) {
  rule('notifications §5.4, decisions §6', `exactly one of 20 equal orders at once, ${what}, is created`, async ({ here }) => {
    const body = orderTo(recipient, { reminders: [{ delayDays: 1, recipient }] })
    const replies = await ordersInStep(here, Array(20).fill(body))

    expect(replies.map(({ status }) => status)).toEqual([201, ...Array(19).fill(200)])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(stored(here)).toEqual([1, 2])
  })
}

rule('notifications §1.1, notifications §5.1, notifications §5.3', 'an order is answered 201 with its ids and its address', async () => {
  const reply = await order(standin(), toPerson(oda), {
    sendersReference: 'case-7741',
    reminders: [{ delayDays: 7, sendersReference: 'case-7741-r1', recipient: toPhone() }],
  })
  const { notificationOrderId, notification } = reply.body
  const [reminder] = notification.reminders ?? []

  expect([reply.status, reply.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8'])
  expect(reply.headers.get('location')).toBe(`${base}/notifications/api/v1/orders/chain/${notificationOrderId}`)
  expect([notificationOrderId, notification.shipmentId, reminder?.shipmentId]).toEqual(Array(3).fill(expect.stringMatching(guid)))
  expect(reply.text).toBe(
    JSON.stringify(
      {
        notificationOrderId,
        notification: {
          reminders: [{ shipmentId: reminder?.shipmentId, sendersReference: 'case-7741-r1' }],
          shipmentId: notification.shipmentId,
          sendersReference: 'case-7741',
        },
      },
      null,
      2,
    ),
  )
})

rule('notifications §5.1', 'a reference that is null is left out, and any other is returned as sent', async ({ here }) => {
  const shown = async (idempotencyId: string, more: object) => (await order(here, toEmail(), { idempotencyId, ...more })).body.notification

  expect(await shown('a', {})).toEqual({ shipmentId: expect.anything() })
  expect(await shown('b', { sendersReference: null, reminders: null })).toEqual({ shipmentId: expect.anything() })
  expect(await shown('c', { sendersReference: '', reminders: [] })).toEqual({ shipmentId: expect.anything(), sendersReference: '' })
  expect(await shown('d', { sendersReference: ' æ+<&> ' })).toMatchObject({ sendersReference: ' æ+<&> ' })
})

rule('notifications §5.4, spec §2', 'the same idempotencyId again replays the first order, whatever the body', async ({ here }) => {
  const first = await order(here, toPerson(oda), { sendersReference: 'one' })

  for (const [recipient, more] of [
    [toPerson(oda), { sendersReference: 'one' }],
    [toPhone(), { sendersReference: 'two', reminders: [{ delayDays: 1, recipient: toEmail() }] }],
    [toPerson(anders), {}],
  ] as const) {
    const again = await order(here, recipient, more)
    expect([again.status, again.text, again.headers.get('location')]).toEqual([200, first.text, null])
  }
  expect(stored(here)).toEqual([1, 1])
})

rule('notifications §1.4, decisions §6', 'an order is replayed also when its recipient can no longer be reached', async ({ here }) => {
  const first = await order(here, toPerson(oda))
  here.simulator.contacts.remove(oda)

  expect((await order(here, toPerson(oda))).text).toBe(first.text)
  expect((await order(here, toPerson(oda), { idempotencyId: 'another' })).status).toBe(422)
})

rule('decisions §6, decisions §13', 'an order is replayed also while the register is down', async ({ here }) => {
  const first = await order(here, toPerson(oda))
  here.simulator.scenarios.define('no-register', { summary: 'No register', rules: [{ outage: 'register' }] })
  const headers = { 'x-standin-scenario': 'no-register' }
  const during = (idempotencyId: string) =>
    here.client.call('notifications.createOrder', { as: ttd, headers, body: orderTo(toPerson(oda), { idempotencyId }) })

  const again = await during('order-1')

  expect([again.status, again.text]).toEqual([200, first.text])
  expect((await during('another')).status).toBe(503)
})

rule('notifications §5.4', 'a key is compared exactly', async ({ here }) => {
  for (const idempotencyId of ['key', 'Key', ' key', 'key ', '__proto__', 'constructor', 'k'.repeat(100_000)]) {
    expect((await order(here, toEmail(), { idempotencyId })).status).toBe(201)
    expect((await order(here, toEmail(), { idempotencyId })).status).toBe(200)
  }
})

rule('decisions §2, decisions §6', 'creators, environments and worlds have their own keys', async ({ here }) => {
  const ids = new Set<string>()

  for (const [prefix, as] of [
    ['', ttd],
    ['', brg],
    ['', { ...ttd, org: undefined, orgNo: '314567895' }],
    ['/production', ttd],
    ['/worlds/other', ttd],
  ] as const) {
    const { status, body } = await order({ client: here.clientOf(prefix) }, toEmail(), {}, as)
    expect(status).toBe(201)
    ids.add(body.notificationOrderId)
  }
  expect(ids.size).toBe(5)
})

rule('decisions §1 #12', 'a token without an organization code orders as its organization number, whatever its integration', async () => {
  const here = standin()
  const withoutCode = { ...ttd, org: undefined, orgNo: '314567895' }
  const first = await order(here, toEmail(), {}, withoutCode)

  const again = await order(here, toEmail(), {}, { ...withoutCode, clientId: 'another-integration' })

  expect([first.status, again.status, again.text]).toEqual([201, 200, first.text])
})

rule('notifications §2, notifications §1.4', 'live: such a token is refused without a body, after the order is validated', async () => {
  const here = standin({ dialect: 'live' })
  const withoutCode = { ...ttd, org: undefined, orgNo: '314567895' }
  const refused = await order(here, toEmail(), {}, withoutCode)

  expect([refused.status, refused.text]).toEqual([403, ''])
  expect((await order(here, {}, {}, withoutCode)).status).toBe(400)
})

/** The statuses of orders to recipients in each condition of the fixtures, by Email, Sms, EmailPreferred, SmsPreferred, EmailAndSms. */
const answers: Record<'people' | 'organizations', Record<string, readonly number[]>> = {
  people: {
    bothChannels: [201, 201, 201, 201, 201],
    emailOnly: [201, 422, 201, 201, 201],
    mobileOnly: [422, 201, 201, 201, 201],
    noDetails: [422, 422, 422, 422, 422],
    unverified: [422, 422, 422, 422, 422],
    invalidEmail: [422, 422, 422, 422, 422],
    invalidMobile: [422, 422, 422, 422, 422],
    stale: [422, 422, 422, 422, 422],
    reserved: [201, 201, 201, 201, 201],
    reservedWithoutDetails: [201, 201, 201, 201, 201],
  },
  organizations: {
    officialAddresses: [201, 201, 201, 201, 201],
    severalAddresses: [201, 201, 201, 201, 201],
    emailOnly: [201, 422, 201, 201, 201],
    mobileOnly: [422, 201, 201, 201, 201],
    noDetails: [422, 422, 422, 422, 422],
    unverified: [422, 422, 422, 422, 422],
    userAddresses: [201, 201, 201, 201, 201],
  },
}

const addressed = (number: string, channelSchema: ChannelSchema, more: object = {}) =>
  number.length === 9 ? toOrganization(number, channelSchema) : toPerson(number, channelSchema, more)

async function answersFor(here: Standin, number: string, more: object = {}): Promise<number[]> {
  const statuses: number[] = []
  for (const channelSchema of channelSchemas) {
    const { status } = await order(here, addressed(number, channelSchema, more), { idempotencyId: `${number} ${channelSchema}` })
    statuses.push(status)
  }
  return statuses
}

for (const kind of ['people', 'organizations'] as const) {
  rule('spec §7, notifications §6.3', `${kind} of every condition are found or missing, by every channel schema`, async ({ here }) => {
    const contacts = readFixtures()[kind]

    expect(new Set(contacts.map(({ condition }) => condition))).toEqual(new Set(Object.keys(answers[kind])))
    for (const { number, condition = '' } of contacts) expect(await answersFor(here, number), condition).toEqual(answers[kind][condition])
  })
}

rule('notifications §4.6', 'digits of other scripts are digits, and nobody has such a number', async ({ here }) => {
  const statuses = async (digits: string) =>
    Promise.all(
      [toPerson(digits), toOrganization(digits.slice(0, 9))].map(
        async (to, at) => (await order(here, to, { idempotencyId: `${digits} ${at}` })).status,
      ),
    )

  expect(await statuses('١٢٣٤٥٦٧٨٩٠١')).toEqual([422, 422])
  expect(await statuses('²²²²²²²²²²²')).toEqual([400, 400])
})

rule('notifications §6.3', 'old details are found when the order says so', async () => {
  expect(await answersFor(standin(), synne, { useStaleContactInformation: true })).toEqual([201, 201, 201, 201, 201])
})

rule('notifications §6.3', 'a reservation exempts from the check also when it is ignored', async ({ here }) => {
  for (const number of ['26878530828', '24816028597']) {
    expect(await answersFor(here, number, { ignoreReservation: true })).toEqual([201, 201, 201, 201, 201])
  }
})

rule('decisions §7', 'an unknown recipient has no contact information, unless unknown recipients are reachable', async () => {
  const unknown = [toPerson('24867542500'), toOrganization('312345676'), toIdentity('urn:altinn:username:somebody')]
  const statuses = async (here: Standin) =>
    Promise.all(unknown.map(async (to, at) => (await order(here, to, { idempotencyId: `${at}` })).status))

  expect(await statuses(standin())).toEqual([422, 422, 422])
  expect(await statuses(standin({ unknownRecipients: 'reachable' }))).toEqual([201, 201, 201])
})

rule('notifications §6.2', 'an external identity is found under every spelling of its name', async ({ here }) => {
  here.simulator.contacts.put({ number: 'urn:altinn:party:username:kari', email: 'kari@example.org' })

  expect((await order(here, toIdentity('urn:altinn:username:kari'), { idempotencyId: 'a' })).status).toBe(201)
  expect((await order(here, toIdentity('urn:altinn:username:kari', 'Sms'), { idempotencyId: 'b' })).status).toBe(422)
})

const missing = {
  spec: {
    type: 'urn:altinn:error:NOT-00001',
    title: 'Missing Contact Information',
    status: 422,
    detail: 'Missing contact information for recipient(s)',
    code: 'NOT-00001',
    traceId: '',
  },
  live: {
    type: 'urn:altinn:error:NOT-00001',
    title: 'Missing contact information for recipient(s)',
    status: 422,
    code: 'NOT-00001',
    traceId: '',
    statusDescription: 'Unprocessable Entity',
  },
}

for (const dialect of ['spec', 'live'] as const) {
  const source = dialect === 'spec' ? 'spec §7, decisions §1' : 'notifications §7'
  rule(source, `${dialect}: missing contact information is NOT-00001, continuing the caller's trace`, async () => {
    const here = standin({ dialect })
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` }
    const reply = await here.client.call('notifications.createOrder', { as: ttd, headers, body: orderTo(toPerson(anders)) })

    expect(reply.headers.get('content-type')).toBe(`application/${dialect === 'spec' ? 'problem+' : ''}json; charset=utf-8`)
    expect(reply.problem.traceId).toMatch(new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
    expect(reply.text).toBe(JSON.stringify({ ...missing[dialect], traceId: reply.problem.traceId }, null, 2))
  })
}

rule('notifications §6.3, notifications §5.4', 'a refused order leaves nothing behind, and its id is free', async ({ here }) => {
  const refused = await order(here, toPerson(anders))
  const left = stored(here)
  here.simulator.contacts.put({ number: anders, email: 'anders@example.org' })

  expect(refused.status).toBe(422)
  expect(left).toEqual([0, 0])
  expect(here.simulator.world.clock.agenda.size).toBe(0)
  expect((await order(here, toPerson(anders))).status).toBe(201)
})

rule('notifications §10.4, notifications §5.1', 'each reminder is a shipment of its own, in the order of the request', async ({ here }) => {
  const reminders = [3, 1, 2].map((delayDays) => ({ delayDays, sendersReference: `after ${delayDays}`, recipient: toPhone() }))
  const [main, ...rest] = await placed(here, toEmail(), { sendersReference: 'main', reminders })

  expect(new Set([main, ...rest]).size).toBe(4)
  expect(await manifestOf(here, main)).toMatchObject({ type: 'Notification', sendersReference: 'main' })
  for (const [at, id] of rest.entries()) {
    expect(await manifestOf(here, id)).toMatchObject({ type: 'Reminder', sendersReference: reminders[at]?.sendersReference })
  }
})

rule('notifications §6.3', 'one reminder without contact information refuses the whole chain', async ({ here }) => {
  const reminders = [
    { delayDays: 1, recipient: toPerson(oda) },
    { delayDays: 2, recipient: toPerson('21857502180', 'Sms') },
  ]

  expect((await order(here, toEmail(), { reminders })).status).toBe(422)
  expect(stored(here)).toEqual([0, 0])
})

rule('notifications §3.2', 'orders of skd use old contact details, in the reminders too', async ({ here }) => {
  const chain = { reminders: [{ delayDays: 1, recipient: toPerson(synne) }] }

  for (const org of ['skd', 'SKD']) {
    const as = { ...ttd, org, orgNo: '974761076' }
    expect((await order(here, toPerson(synne, 'Email', { useStaleContactInformation: false }), chain, as)).status).toBe(201)
  }
  expect((await order(here, toEmail(), chain)).status).toBe(422)
})

const either = 'Either DelayDays or RequestedSendTime must be defined, but not both.'
const unread = (name: string) =>
  `JSON deserialization for type 'Altinn.Notifications.Models.${name}' was missing required properties including`
const parameter = { notificationOrderRequest: ['The notificationOrderRequest field is required.'] }

/** One mistake of each stage. The tests of rules and readers have them all. */
const invalid: readonly [what: string, body: unknown, errors: Record<string, string[]>][] = [
  [
    'nothing of what is required',
    { recipient: {} },
    { $: [`${unread('NotificationOrderChainRequestExt')}: 'idempotencyId'.`], ...parameter },
  ],
  ['a blank idempotencyId', orderTo(toEmail(), { idempotencyId: ' ' }), { IdempotencyId: ['The IdempotencyId field is required.'] }],
  ['no recipient', orderTo({}), { Recipient: ['Must have exactly one recipient.'] }],
  [
    'a phone number without a country',
    orderTo(toPhone('99999999')),
    { 'Recipient.RecipientSms.PhoneNumber': ['Recipient phone number is not a valid mobile number.'] },
  ],
  [
    'a reminder past the end of time',
    orderTo(toEmail(), { reminders: [{ delayDays: 2_147_483_647, recipient: toEmail() }] }),
    { 'Reminders[0].DelayDays': ['DelayDays must not lead past the year 9999.'] },
  ],
  ['a null reminder', orderTo(toEmail(), { reminders: [null] }), { 'Reminders[0]': ['A list entry must not be null.'] }],
]

rule('notifications §4.3, notifications §4.4, notifications §4.5, decisions §1 #11', 'an invalid order is 400 with errors', async () => {
  const here = standin()

  for (const [what, body, errors] of invalid) {
    const reply = await here.client.call('notifications.createOrder', { as: ttd, body })
    expect([reply.status, reply.problem.errors], what).toEqual([400, errors])
  }
  expect(stored(here)).toEqual([0, 0])
})

const several = orderTo(
  { recipientOrganization: { orgNumber: '12345678', channelSchema: 'EmailAndSms', emailSettings } },
  { reminders: [{ recipient: toEmail() }] },
)
const problemsOfSeveral = {
  type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
  title: 'One or more validation errors occurred.',
  status: 400,
  errors: {
    'Recipient.RecipientOrganization.SmsSettings': ['SmsSettings must be set when ChannelSchema is EmailAndSms'],
    'Recipient.RecipientOrganization.OrgNumber': ['Organization number must be 9 digits long.'],
    'Reminders[0]': [either],
  },
}

rule('notifications §4.1, decisions §1 #13', 'a 400 has its members in the order of its dialect', async () => {
  const spec = await standin().client.call('notifications.createOrder', { as: ttd, body: several })
  const live = await standin({ dialect: 'live' }).client.call('notifications.createOrder', { as: ttd, body: several })

  expect(spec.problem).toEqual({ ...problemsOfSeveral, detail: 'See errors.', traceId: expect.stringMatching(traceId) })
  expect(Object.keys(spec.problem)).toEqual(['type', 'title', 'status', 'detail', 'traceId', 'errors'])
  expect(spec.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(live.problem).toEqual({ ...problemsOfSeveral, traceId: expect.stringMatching(traceId) })
  expect(Object.keys(live.problem)).toEqual(['type', 'title', 'status', 'errors', 'traceId'])
  expect(live.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

rule('notifications §1.2', 'live: a client that accepts only problem details gets that content type, and may order', async () => {
  const here = standin({ dialect: 'live' })
  const sent = async (body: object, accept: string, type = 'application/json') =>
    post(here, '/future/orders', JSON.stringify(body), { accept, 'content-type': type })
  const typeOf = (response: Response) => response.headers.get('content-type')

  expect(typeOf(await sent({}, 'application/problem+json'))).toBe('application/problem+json; charset=utf-8')
  expect(typeOf(await sent(orderTo(toPerson('00000000000')), 'application/problem+json'))).toBe('application/problem+json; charset=utf-8')
  expect(typeOf(await sent({}, 'application/problem+json, */*'))).toBe('application/json; charset=utf-8')
  expect(typeOf(await sent({}, 'application/xml'))).toBe('application/json; charset=utf-8')
  const ordered = await sent(orderTo(toEmail()), 'application/problem+json')
  expect([ordered.status, typeOf(ordered)]).toEqual([201, 'application/json; charset=utf-8'])
})

rule('notifications §1.4', 'an invalid order with a known id is 400, not replayed', async ({ here }) => {
  await order(here, toEmail())
  await here.simulator.advance({ by: 1 })

  expect((await order(here, {})).status).toBe(400)
  expect((await order(here, toEmail(), { requestedSendTime: '2026-06-01T10:00:00Z' })).status).toBe(400)
})

rule('notifications §3.1', 'names and enumerations are read in any case, numbers as text, duplicates as the last', async ({ here }) => {
  const text = `{ "IDEMPOTENCYID": "first", "idempotencyId": "last", "Recipient": { "RECIPIENTPERSON": {
    "nationalidentitynumber": "${oda}", "ChannelSchema": "smsPREFERRED",
    "emailsettings": { "Subject": "S", "BODY": "B", "contentType": "1", "sendingTimePolicy": 1 },
    "SmsSettings": { "body": "B", "sendingTimePolicy": "daytime" } } },
    "reminders": [ { "DELAYDAYS": "7", "recipient": { "recipientSms": { "phonenumber": "+4799999999", "smsSettings": { "body": "B" } } } } ] }`

  expect((await post(here, '/future/orders', text)).status).toBe(201)
  expect((await order(here, toEmail(), { idempotencyId: 'last' })).status).toBe(200)
  expect((await order(here, toEmail(), { idempotencyId: 'first' })).status).toBe(201)
})

rule('notifications §3.1', 'unknown members are ignored, at every level and of any size', async ({ here }) => {
  const text = `{ "__proto__": { "idempotencyId": "polluted" }, "constructor": null, "idempotencyId": "order-1",
    "recipient": { "__proto__": { "recipientSms": 1 }, "recipientEmail": { "toString": 1, "emailAddress": "a@example.org",
    "emailSettings": { "subject": "S", "body": "B", "smsSettings": { "message": 1 } } } } }`

  expect((await post(here, '/future/orders', text)).status).toBe(201)
  expect((await order(here, toEmail())).status).toBe(200)
  expect((await order(here, toEmail(), { idempotencyId: 'polluted' })).status).toBe(201)
  expect({}).not.toHaveProperty('idempotencyId')
  const recipients = Array.from({ length: 10_000 }, () => toPhone())
  expect((await order(here, toEmail(), { idempotencyId: 'many', recipients })).status).toBe(201)
})

rule('notifications §3.1', 'an order can have any number of reminders', async ({ here }) => {
  const reminders = Array.from({ length: 1_000 }, (_, at) => ({ delayDays: at + 1, recipient: toEmail() }))

  expect(await placed(here, toEmail(), { reminders })).toHaveLength(1_001)
})

const nested = (levels: number) => JSON.stringify(orderTo(toEmail())).replace(/}$/, `,"x":${'['.repeat(levels)}${']'.repeat(levels)}}`)

rule('notifications §1.3', 'a charset that the service does not read is 415, and utf-16 is read as such', async ({ live: here }) => {
  const status = async (charset: string, body: BodyInit = json) =>
    (await post(here, '/future/orders', body, { 'content-type': `application/json; charset=${charset}` })).status

  expect(await status('us-ascii')).toBe(415)
  expect(await status('ISO-8859-1')).toBe(415)
  expect(await status('utf-16')).toBe(400)
  expect(await status('utf-16', Buffer.from(json, 'utf16le'))).toBe(201)
})

rule('notifications §4.3, decisions §1 #11', 'U+0000 in a stored text is 500 without a body; the dialect spec answers 400', async () => {
  const body = json.replace('{', '{"sendersReference":"a\\u0000",')
  expect((await post(standin({ dialect: 'live' }), '/future/orders', body)).status).toBe(500)
  expect((await post(standin(), '/future/orders', body)).status).toBe(400)
})

rule('notifications §4.3, notifications §1.4', 'U+0000 matters when an order would be stored', async ({ live: here }) => {
  const nul = { sendersReference: 'a\0' }
  const status = async (recipient: object, more: object, as = ttd) => (await order(here, recipient, { ...nul, ...more }, as)).status
  await placed(here, toEmail(), { idempotencyId: 'known' })

  expect(await status(toEmail(), { idempotencyId: 'known' })).toBe(200)
  expect(await status(toEmail(), { idempotencyId: 'new' })).toBe(500)
  expect(await status(toEmail(), { idempotencyId: 'a\0' })).toBe(500)
  expect(await status(toPerson(anders, 'Sms'), { idempotencyId: 'new' })).toBe(422)
  expect(await status(toEmail(), { idempotencyId: 'new' }, { orgNo: '326403849', scope: scopes.createNotifications })).toBe(403)
})

rule('notifications §3.1, notifications §4.3', 'a body that is not JSON, or is missing, is 400 and says where', async ({ here }) => {
  const errorsOf = async (body: BodyInit) => {
    const response = await post(here, '/future/orders', body)
    expect(response.status).toBe(400)
    return ((await response.json()) as { errors: Record<string, string[]> }).errors
  }
  const where = (path: string, line: number, byte: number) =>
    expect.stringContaining(`Path: ${path} | LineNumber: ${line} | BytePositionInLine: ${byte}.`)

  expect(await errorsOf('{ foo')).toEqual({ $: [where('$', 0, 2)], ...parameter })
  expect(await errorsOf(`{\n "recipient": { "recipientSms": [1,] }}`)).toEqual({
    '$.recipient.recipientSms': [where('$.recipient.recipientSms', 1, 33)],
    ...parameter,
  })
  expect(await errorsOf(`${json} // done`)).toEqual({ $: [expect.any(String)], ...parameter })
  expect(await errorsOf('  \n ')).toEqual({ $: [expect.any(String)], ...parameter })
  expect(await errorsOf('')).toEqual({ '': ['A non-empty request body is required.'], ...parameter })
  expect(await errorsOf('null')).toEqual({ '': ['A non-empty request body is required.'], ...parameter })
  expect(await errorsOf(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).toEqual({ $: [expect.any(String)], ...parameter })
  expect(await errorsOf(nested(32))).toEqual({ '$.x': [expect.stringContaining('depth of 32')], ...parameter })
  expect((await post(here, '/future/orders', nested(31))).status).toBe(201)
})

rule('notifications §1.3, decisions §1 #9', 'only application/json is read, with any parameters', async ({ here }) => {
  for (const type of ['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'application/jsonx']) {
    const refused = await post(here, '/future/orders', json, { 'content-type': type, authorization: 'Bearer of nothing' })
    expect(refused.status, type).toBe(415)
    expect(await refused.json()).toMatchObject({ title: 'Unsupported Media Type', detail: 'Use application/json.' })
  }
  for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json;odd']) {
    expect((await post(here, '/future/orders', json, { 'content-type': type })).ok, type).toBe(true)
  }
})

rule('notifications §1.3', 'a body without a type is 415 only for callers with the scope', async ({ client, send }) => {
  const untyped = (headers: Record<string, string>) =>
    send(new Request(`${base}/future/orders`, { method: 'POST', headers, body: new TextEncoder().encode(json) }))

  expect((await untyped({})).status).toBe(401)
  expect((await untyped({ authorization: `Bearer ${await client.token(ttd)}` })).status).toBe(415)
})

rule('spec §5, decisions §1 #1', 'an order without a valid token is 401', async ({ here }) => {
  const { token } = await here.simulator.token({ ...ttd, ttl: 60 })
  await here.simulator.advance({ by: 60_000 })

  for (const authorization of ['', 'Bearer', 'Bearer x.y.z', `Basic ${token}`, `Bearer ${token}`, `Bearer ${token}x`]) {
    const refused = await post(here, '/future/orders', json, { authorization })
    expect(refused.status, authorization).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refused.json()).toEqual({
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.2',
      title: 'Unauthorized',
      status: 401,
      detail: 'A valid bearer token is required.',
      traceId: expect.stringMatching(traceId),
    })
  }
})

rule('spec §5, decisions §1 #1', 'an order without the scope is 403, before its body is read', async ({ here }) => {
  for (const scope of ['altinn:broker.write', 'altinn:serviceowner/notifications.Create', 'x']) {
    const refused = await here.client.call('notifications.createOrder', { as: { ...ttd, scope }, body: '{' })
    expect(refused.problem).toEqual({
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.4',
      title: 'Forbidden',
      status: 403,
      detail: 'The token lacks the scope altinn:serviceowner/notifications.create.',
      traceId: expect.stringMatching(traceId),
    })
  }
})

rule('notifications §2', 'live: refusals of identity have no body', async ({ live: here }) => {
  const nobody = await here.client.call('notifications.createOrder', { as: null, body: json })
  const scopeless = await here.client.call('notifications.createOrder', { as: { ...ttd, scope: 'altinn:broker.write' }, body: json })

  expect([nobody.status, nobody.text, nobody.headers.get('www-authenticate')]).toEqual([401, '', null])
  expect([scopeless.status, scopeless.text]).toEqual([403, ''])
})

rule('notifications §1.3, decisions §1 #9', 'another method is 405, with the method to use', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const refused = await standin().send(new Request(`${base}/future/orders`, { method }))
    expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'POST'])
  }
  const live = await standin({ dialect: 'live' }).send(new Request(`${base}/future/orders`))
  expect([live.status, live.headers.get('allow'), await live.text()]).toEqual([405, 'POST', ''])
})

rule('spec §7, decisions §13', 'while the register is down, orders that need it are NOT-00004 and leave nothing behind', async () => {
  const here = standin()
  const letUp = await takeDown(here, 'register')
  const chain = { reminders: [{ delayDays: 1, recipient: toPerson(oda) }] }
  const refused = await order(here, toPerson(oda))

  expect(refused.problem).toEqual({
    type: 'urn:altinn:error:NOT-00004',
    title: 'Platform dependency unavailable',
    status: 503,
    detail: 'A temporary network failure occurred',
    code: 'NOT-00004',
    traceId: expect.stringMatching(traceId),
  })
  expect(refused.headers.get('retry-after')).toBeNull()
  expect((await order(here, toEmail(), chain)).status).toBe(503)
  expect(stored(here)).toEqual([0, 0])
  expect((await order(here, toEmail(), { idempotencyId: 'direct' })).status).toBe(201)
  await letUp()
  expect((await order(here, toPerson(oda))).status).toBe(201)
})

rule('decisions §13', 'while the database is down no order is placed or replayed', async ({ here }) => {
  const first = await order(here, toEmail())
  const letUp = await takeDown(here, 'database')

  expect((await order(here, toEmail())).problem.code).toBe('NOT-00004')
  expect((await order(here, toEmail(), { idempotencyId: 'another' })).status).toBe(503)
  await letUp()
  expect((await order(here, toEmail())).text).toBe(first.text)
})

rule('decisions §1', 'a date past all calendars and a null reminder are 400 with their places, or break the live service', async () => {
  const broken = [{ reminders: [{ delayDays: 1_000_000_000, recipient: toEmail() }] }, { reminders: [null] }]
  for (const more of broken) {
    const spec = await standin().client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), more) })
    const live = await standin({ dialect: 'live' }).client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), more) })

    expect([spec.status, Object.keys(spec.problem.errors ?? {})]).toEqual([
      400,
      [more.reminders[0] ? 'Reminders[0].DelayDays' : 'Reminders[0]'],
    ])
    expect([live.status, live.text, live.headers.get('x-standin-bug')], 'unmappable').toEqual([500, '', null])
  }
})
