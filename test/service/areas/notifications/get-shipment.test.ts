import type { Identity } from '../../../../src/service/areas/client.ts'
import type { ChannelSchema } from '../../../../src/service/areas/notifications/constraints/order.ts'
import {
  brg,
  manifestOf,
  orderTo,
  placed,
  statusOf,
  timelineOf,
  toEmail,
  toOrganization,
  toPerson,
  toPhone,
  ttd,
} from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { switchOn } from '../../../support/rules.ts'
import { base, type Standin, standin } from '../../../support/standin.ts'

const unknown = '5a0f6f0e-64a5-4a4e-9d3b-0c8c6e1d7b52'
const traceId = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
/** An organization of the fixtures with two emails and two mobiles. */
const wold = '375464780'
const reserved = '26878530828'
const reservedWithoutDetails = '24816028597'

const read = ({ client }: Pick<Standin, 'client'>, id: string, as: Identity | null = ttd) =>
  client.call('notifications.getShipment', { as, params: { id } })
const at = (seconds: number) => new Date(Date.parse('2026-06-01T10:00:00Z') + seconds * 1000).toISOString().replace('.000', '')

rule('notifications §8.1, notifications §1.1', 'a shipment is shown with its members in order', async ({ here }) => {
  const [id] = await placed(here, toPhone('+47 99 99 99 99'), { sendersReference: 'case-7741' })
  const registered = await read(here, id)
  await here.simulator.advance({ until: 'settled' })
  const completed = await read(here, id)

  expect(registered.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const facts = { shipmentId: id, sendersReference: 'case-7741', type: 'Notification' }
  expect(registered.text).toBe(JSON.stringify({ ...facts, status: 'Order_Registered', lastUpdate: at(0), recipients: [] }, null, 2))
  const recipients = [{ type: 'SMS', destination: '+47 99 99 99 99', status: 'SMS_Delivered', lastUpdate: at(5) }]
  expect(completed.text).toBe(JSON.stringify({ ...facts, status: 'Order_Completed', lastUpdate: at(5), recipients }, null, 2))
})

rule('notifications §8.1', 'a blank reference is left out, and any other is shown as sent', async ({ here }) => {
  const shown = async (idempotencyId: string, sendersReference: string | null) =>
    (await manifestOf(here, (await placed(here, toEmail(), { idempotencyId, sendersReference }))[0])).sendersReference

  expect(await shown('a', null)).toBeUndefined()
  expect(await shown('b', '')).toBeUndefined()
  expect(await shown('c', ' \t\n')).toBeUndefined()
  expect(await shown('d', ' one ')).toBe(' one ')
})

const problem = {
  spec: {
    type: 'urn:altinn:error:NOT-00003',
    title: 'Shipment Not Found',
    status: 404,
    detail: 'Shipment not found',
    code: 'NOT-00003',
    traceId: '',
  },
  live: {
    type: 'urn:altinn:error:NOT-00003',
    title: 'Shipment not found',
    status: 404,
    code: 'NOT-00003',
    traceId: '',
    statusDescription: 'Not Found',
  },
}

for (const dialect of ['spec', 'live'] as const) {
  const source = dialect === 'spec' ? 'spec §7, decisions §1' : 'notifications §7'
  rule(source, `${dialect}: a shipment that does not exist is NOT-00003`, async () => {
    const reply = await read(standin({ dialect }), unknown)

    expect(reply.status).toBe(404)
    expect(reply.headers.get('content-type')).toBe(`application/${dialect === 'spec' ? 'problem+' : ''}json; charset=utf-8`)
    expect(reply.problem.traceId).toMatch(traceId)
    expect(reply.text).toBe(JSON.stringify({ ...problem[dialect], traceId: reply.problem.traceId }, null, 2))
  })

  rule('spec §5, spec §7, notifications §8', `${dialect}: a shipment of another creator, environment or world is not found`, async () => {
    const here = standin({ dialect })
    const { body } = await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
    const { shipmentId } = body.notification
    const codes = await Promise.all([
      read(here, shipmentId, brg),
      read(here, shipmentId, { ...ttd, org: 'TTD' }),
      read({ client: here.clientOf('/production') }, shipmentId),
      read({ client: here.clientOf('/worlds/other') }, shipmentId),
      read(here, body.notificationOrderId),
    ])

    expect(codes.map(({ status, problem: { code } }) => [status, code])).toEqual(Array(5).fill([404, 'NOT-00003']))
    expect((await read(here, shipmentId, { ...ttd, clientId: 'another-integration' })).status).toBe(200)
  })
}

const malformed = ['x', '1', unknown.slice(1), `${unknown}0`, `{${unknown})`, '__proto__', '%00', 'a/b', 'x'.repeat(5_000), ' ']

rule('spec §7, decisions §1 #3', 'an id that is not a GUID is NOT-00003, for callers with the scope', async ({ here }) => {
  for (const id of malformed) {
    expect((await read(here, id)).problem.code, id).toBe('NOT-00003')
    expect((await read(here, id, null)).status, id).toBe(401)
  }
  const broken = await here.send(
    new Request(`${base}/future/shipment/%E0%A4%A`, { headers: { authorization: `Bearer ${await here.client.token(ttd)}` } }),
  )
  expect(broken.status).toBe(404)
})

rule('notifications §1.3', 'live: an id that is not a GUID is an unknown path, for every caller', async ({ live: here }) => {
  for (const id of malformed) {
    const { status, text } = await read(here, id, null)
    expect([status, text], id).toEqual([404, ''])
  }
})

for (const dialect of ['spec', 'live'] as const) {
  rule('notifications §1.3', `${dialect}: a GUID is read in every notation`, async () => {
    const here = standin({ dialect })
    const [id] = await placed(here, toEmail())

    for (const notation of [id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, `(${id})`, `(${id.toUpperCase()})`]) {
      expect((await read(here, notation)).body.shipmentId, notation).toBe(id)
    }
  })
}

rule('spec §5, notifications §2', 'reading needs a token with the scope that ordering needs', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  const live = standin({ dialect: 'live' })

  expect(await read(here, id, null)).toMatchObject({ status: 401, problem: { detail: 'A valid bearer token is required.' } })
  expect(await read(here, id, { ...ttd, scope: 'altinn:broker.read' })).toMatchObject({ status: 403, problem: { title: 'Forbidden' } })
  expect(await read(live, unknown, null)).toMatchObject({ status: 401, text: '' })
  expect(await read(live, unknown, { ...ttd, scope: 'altinn:broker.read' })).toMatchObject({ status: 403, text: '' })
  // The missing organization code is judged before the missing shipment.
  expect(await read(live, unknown, { ...ttd, org: undefined, orgNo: '314567895' })).toMatchObject({ status: 403, text: '' })
})

rule('decisions §16', 'a rule about an order or its recipient covers the reading of its shipment', async ({ here }) => {
  const [mine] = await placed(here, toEmail('mine@example.org'))
  const [other] = await placed(here, toEmail('other@example.org'), { idempotencyId: 'order-2' })
  const where = { recipient: 'mine@example.org' }
  await switchOn(here, [{ on: 'notifications.getShipment', where, refuse: { code: 'NOT-00004' } }])

  expect((await read(here, mine)).status).toBe(503)
  expect((await read(here, other)).status).toBe(200)
  expect((await read(here, 'x')).status).toBe(404)
})

/** The statuses of a shipment, by seconds after its order. */
const timelines: Record<'fast' | 'real', readonly [what: string, recipient: object, timeline: readonly (readonly [number, string])[]][]> = {
  fast: [
    [
      'an email',
      toEmail(),
      [
        [0, 'Order_Registered'],
        [1, 'Order_Processing'],
        [2, 'Order_Processed Email_New'],
        [3, 'Order_Processed Email_Sending'],
        [4, 'Order_Processed Email_Succeeded'],
        [5, 'Order_Completed Email_Delivered'],
      ],
    ],
    [
      'an SMS',
      toPhone(),
      [
        [0, 'Order_Registered'],
        [1, 'Order_Processing'],
        [2, 'Order_Processed SMS_New'],
        [3, 'Order_Processed SMS_Sending'],
        [4, 'Order_Processed SMS_Accepted'],
        [5, 'Order_Completed SMS_Delivered'],
      ],
    ],
    [
      'a reserved person',
      toPerson(reserved, 'EmailAndSms'),
      [
        [0, 'Order_Registered'],
        [1, 'Order_Processing'],
        [2, 'Order_Completed Email_Failed_RecipientReserved SMS_Failed_RecipientReserved'],
      ],
    ],
    [
      'a person with one of two addresses',
      toPerson('21857502180', 'EmailAndSms'),
      [
        [0, 'Order_Registered'],
        [1, 'Order_Processing'],
        [2, 'Order_Processed Email_New SMS_Failed_RecipientNotIdentified'],
        [3, 'Order_Processed Email_Sending SMS_Failed_RecipientNotIdentified'],
        [4, 'Order_Processed Email_Succeeded SMS_Failed_RecipientNotIdentified'],
        [5, 'Order_Completed Email_Delivered SMS_Failed_RecipientNotIdentified'],
      ],
    ],
  ],
  real: [
    [
      'an email',
      toEmail(),
      [
        [0, 'Order_Registered'],
        [60, 'Order_Processing'],
        [61, 'Order_Processed Email_New'],
        [120, 'Order_Processed Email_Sending'],
        [128, 'Order_Processed Email_Succeeded'],
        [133, 'Order_Completed Email_Delivered'],
      ],
    ],
    [
      'an SMS',
      toPhone(),
      [
        [0, 'Order_Registered'],
        [60, 'Order_Processing'],
        [61, 'Order_Processed SMS_New'],
        [120, 'Order_Processed SMS_Sending'],
        [121, 'Order_Processed SMS_Accepted'],
        [126, 'Order_Completed SMS_Delivered'],
      ],
    ],
    [
      'an organization with two addresses in each channel',
      toOrganization(wold, 'EmailAndSms'),
      [
        [0, 'Order_Registered'],
        [60, 'Order_Processing'],
        [61, 'Order_Processed Email_New Email_New SMS_New SMS_New'],
        [120, 'Order_Processed Email_Sending Email_Sending SMS_Sending SMS_Sending'],
        [121, 'Order_Processed Email_Sending Email_Sending SMS_Accepted SMS_Accepted'],
        [126, 'Order_Processed Email_Sending Email_Sending SMS_Delivered SMS_Delivered'],
        [128, 'Order_Processed Email_Succeeded Email_Succeeded SMS_Delivered SMS_Delivered'],
        [133, 'Order_Completed Email_Delivered Email_Delivered SMS_Delivered SMS_Delivered'],
      ],
    ],
  ],
}

for (const pace of ['fast', 'real'] as const) {
  for (const [what, recipient, timeline] of timelines[pace]) {
    rule('decisions §8, notifications §8.2', `${pace}: ${what} passes its statuses step by step`, async () => {
      const here = standin({ pace })
      const [id] = await placed(here, recipient)

      expect(await timelineOf(here, id)).toEqual(timeline)
    })
  }
}

rule('decisions §8, notifications §8.2', 'instant: all steps follow the reply at the instant of the order', async () => {
  const here = standin({ pace: 'instant' })
  const [id] = await placed(here, toOrganization(wold, 'EmailAndSms'))
  await here.simulator.advance({ by: 0 })
  const { status, lastUpdate, recipients } = await manifestOf(here, id)

  expect([status, lastUpdate]).toEqual(['Order_Completed', at(0)])
  expect(recipients).toEqual([
    { type: 'Email', destination: 'post@wold-regnskap-as.example', status: 'Email_Delivered', lastUpdate: at(0) },
    { type: 'Email', destination: 'regnskap@wold-regnskap-as.example', status: 'Email_Delivered', lastUpdate: at(0) },
    { type: 'SMS', destination: '+4799991541', status: 'SMS_Delivered', lastUpdate: at(0) },
    { type: 'SMS', destination: '+4799991542', status: 'SMS_Delivered', lastUpdate: at(0) },
  ])
  expect(here.simulator.world.journal.jobs.list().map((line) => line.operation)).toEqual(
    ['takeOrder', 'processOrder', ...Array(4).fill(['sendMessage', 'acceptMessage', 'reportMessage']).flat()].map(
      (job) => `notifications.${job}`,
    ),
  )
})

rule('decisions §8', 'real: an order is taken at the next whole minute, also an order at a whole minute', async () => {
  const here = standin({ pace: 'real' })
  const [first] = await placed(here, toEmail())
  await here.simulator.advance({ by: 59_999 })
  const [second] = await placed(here, toEmail(), { idempotencyId: 'order-2' })
  await here.simulator.advance({ by: 1 })
  const [third] = await placed(here, toEmail(), { idempotencyId: 'order-3' })

  expect(await Promise.all([first, second, third].map((id) => statusOf(here, id)))).toEqual([
    'Order_Processing',
    'Order_Processing',
    'Order_Registered',
  ])
})

rule('notifications §8.1', 'the last update is the time of the status, except for the step to processing', async ({ here }) => {
  await here.simulator.advance({ by: 1_250 })
  const [id] = await placed(here, toOrganization(wold, 'EmailAndSms'))
  const updates: [string, string, string | undefined][] = []
  for (let step = 0; step < 6; step++) {
    const { status, lastUpdate, recipients } = await manifestOf(here, id)
    updates.push([status, lastUpdate, recipients[0]?.lastUpdate])
    await here.simulator.advance({ by: 1_000 })
  }

  expect(updates).toEqual([
    ['Order_Registered', at(1.25).replace('.250', '.25'), undefined],
    ['Order_Processing', at(1.25).replace('.250', '.25'), undefined],
    ['Order_Processed', at(3.25).replace('.250', '.25'), at(3.25).replace('.250', '.25')],
    ['Order_Processed', at(3.25).replace('.250', '.25'), at(4.25).replace('.250', '.25')],
    ['Order_Processed', at(3.25).replace('.250', '.25'), at(5.25).replace('.250', '.25')],
    ['Order_Completed', at(6.25).replace('.250', '.25'), at(6.25).replace('.250', '.25')],
  ])
})

/** Type, destination and status of each entry. */
const entries: readonly [what: string, recipient: object, shown: string][] = [
  ['a reserved person by the channel asked for', toPerson(reserved, 'Sms'), 'SMS  SMS_Failed_RecipientReserved'],
  ['a reserved person by the preferred channel', toPerson(reserved, 'SmsPreferred'), 'SMS  SMS_Failed_RecipientReserved'],
  ['a reserved person without details', toPerson(reservedWithoutDetails, 'EmailPreferred'), 'Email  Email_Failed_RecipientReserved'],
  [
    'a reserved person without details, regardless',
    toPerson(reservedWithoutDetails, 'EmailAndSms', { ignoreReservation: true }),
    'Email  Email_Failed_RecipientNotIdentified, SMS  SMS_Failed_RecipientNotIdentified',
  ],
  [
    'a reserved person, regardless',
    toPerson(reserved, 'EmailPreferred', { ignoreReservation: true }),
    'Email anders.mathisen-olsen@example.org Email_Delivered',
  ],
  [
    'a person without the preferred channel',
    toPerson('21857502180', 'SmsPreferred'),
    'Email sebastian.wold-bjornstad@example.org Email_Delivered',
  ],
  ['a number as the register holds it', toPerson('04846346916', 'Sms'), 'SMS +4799991002 SMS_Delivered'],
  ['an organization by its preferred channel', toOrganization('974760673', 'SmsPreferred'), 'SMS +4799991511 SMS_Delivered'],
  ['an organization by what is there', toOrganization('326403849', 'EmailPreferred'), 'SMS +4799991561 SMS_Delivered'],
  [
    'an organization with several emails',
    toOrganization('991825827', 'EmailAndSms'),
    'Email post@example.org Email_Delivered, Email accounts@example.org Email_Delivered, SMS  SMS_Failed_RecipientNotIdentified',
  ],
  ['an address with blanks around it', toEmail(' a@example.org '), 'Email  a@example.org  Email_Delivered'],
]

rule('notifications §6.2, notifications §6.3, notifications §8.1', 'each address and each failure is an entry, emails first', async () => {
  const here = standin({ pace: 'instant' })

  for (const [what, recipient, shown] of entries) {
    const [id] = await placed(here, recipient, { idempotencyId: what })
    await here.simulator.advance({ by: 0 })
    const { status, recipients } = await manifestOf(here, id)
    expect(status, what).toBe('Order_Completed')
    expect(recipients.map((entry) => `${entry.type} ${entry.destination} ${entry.status}`).join(', '), what).toBe(shown)
  }
})

rule('spec §7, notifications §6.2', 'a manifest names neither the person nor the texts', async ({ here }) => {
  const [id] = await placed(here, toPerson('12838590150', 'Email' satisfies ChannelSchema))
  await here.simulator.advance({ until: 'settled' })
  const { text } = await read(here, id)

  for (const secret of ['12838590150', 'Oda', 'Subject', 'Body']) expect(text).not.toContain(secret)
})

const day = 86_400_000

rule('notifications §3.2, decisions §8', 'an order waits for its send time, and a reminder for its own', async ({ here }) => {
  const reminders = [
    { delayDays: 1, recipient: toEmail() },
    { requestedSendTime: '2026-06-01T11:00:00Z', recipient: toEmail() },
  ]
  const [main, later = '', earlier = ''] = await placed(here, toEmail(), { requestedSendTime: '2026-06-02T12:00:00+02:00', reminders })
  const { happened } = await here.simulator.advance({ by: 3 * day })
  const taken = happened.filter(({ what }) => what === 'notifications.takeOrder')

  expect(taken.map(({ id, at: when }) => [id, when])).toEqual([
    [earlier, '2026-06-01T11:00:01Z'],
    [main, '2026-06-02T10:00:01Z'],
    [later, '2026-06-03T10:00:01Z'],
  ])
})
