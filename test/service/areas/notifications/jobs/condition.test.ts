/** Send conditions, which processing asks for. */
import { decodeJwt } from 'jose'
import { nodePlatform } from '../../../../../src/platform/node.ts'
import type { OutgoingRequest } from '../../../../../src/service/world/platform.ts'
import { happenings, manifestOf, placed, statusOf, takeDown, toEmail, toPerson } from '../../../../support/orders.ts'
import { outside, type Reacting, saying, sendingTo } from '../../../../support/outside.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { standin, start } from '../../../../support/standin.ts'

const yes = '{"sendNotification":true}'
const no = '{"sendNotification":false}'

/** These answers in turn, and then the last one again and again. */
const inTurn =
  (...replies: Reacting[]): Reacting =>
  (request, response) =>
    (replies.length > 1 ? replies.shift() : replies[0])?.(request, response)

rule('notifications §10.3', 'the endpoint is asked at processing, with a token of the platform', async ({ here }) => {
  const { url, calls } = await outside(saying(yes))
  const [id] = await placed(here, toEmail(), { conditionEndpoint: `${url}/unread?case=7741` })
  await here.simulator.advance({ by: 1_000 })
  const before = calls.length
  const { happened } = await here.simulator.advance({ by: 1_000 })
  expect(Object.keys(calls[0]?.headers ?? {}).sort()).toEqual(['authorization', 'host', 'traceparent'])
  const token = /^Bearer (.+)$/.exec(calls[0]?.headers.authorization ?? '')?.[1] ?? ''

  expect(before).toBe(0)
  expect(calls.map(({ row }) => row)).toEqual(['GET /unread?case=7741'])
  expect(happened).toMatchObject([{ what: 'notifications.processOrder', id, status: 'Order_Processed', condition: 'met' }])
  expect(decodeJwt(token)).toMatchObject({
    iss: 'https://test.maskinporten.no/',
    scope: 'altinn:system/notifications.condition.check',
    consumer: { authority: 'iso6523-actorid-upis', ID: '0192:991825827' },
    iat: Date.parse(start) / 1000 + 2,
    exp: Date.parse(start) / 1000 + 122,
  })
  expect(await here.simulator.world.keys.verify(token)).toBeDefined()
})

rule('notifications §10.3, notifications §9.3', 'a "no" ends the order without entries', async ({ here }) => {
  const { url } = await outside(saying(no))
  const [id] = await placed(here, toEmail(), { conditionEndpoint: url })
  await here.simulator.advance({ until: 'settled' })

  expect(await manifestOf(here, id)).toMatchObject({
    status: 'Order_SendConditionNotMet',
    lastUpdate: '2026-06-01T10:00:02Z',
    recipients: [],
  })
  expect(here.simulator.outbox.list().messages).toEqual([])
  expect(here.simulator.world.clock.agenda.size).toBe(0)
})

for (const [what, react] of [
  ['an error', saying(no, 500)],
  ['not found', saying(no, 404)],
  ['nothing', saying('')],
  ['a bare false', saying('false')],
  ['a list', saying(`[${no}]`)],
  ['null', saying('null')],
  ['another case', saying('{"SendNotification":false}')],
  ['a text', saying('{"sendNotification":"false"}')],
  ['a number', saying('{"sendNotification":0}')],
  ['bytes that are not text', (_, response) => void response.end(Buffer.from([0x7b, 0xff, 0x7d]))],
  ['a broken line', (_, response) => void response.destroy()],
  ['far too much', saying(`{"sendNotification":false,"more":"${'x'.repeat(70_000)}"}`)],
] as const satisfies [string, Reacting][]) {
  rule('notifications §10.3, decisions §8', `${what} is no answer: the endpoint is asked again, then the order is sent`, async () => {
    const here = standin({ pace: 'real' })
    const { url, calls } = await outside(react)
    await placed(here, toEmail(), { conditionEndpoint: url })

    expect(await happenings(here, 122, 'status')).toEqual([
      '60 takeOrder Order_Processing',
      '61 processOrder Order_Processing',
      '121 processOrder Order_Processed',
    ])
    expect(calls).toHaveLength(2)
  })
}

/** A platform with this timeout for calls. */
const impatient = { ...nodePlatform(), call: (request: OutgoingRequest) => nodePlatform().call({ ...request, timeout: 100 }) }

/** An endless answer. */
const endless: Reacting = (_, response) => {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

for (const [what, react, why, asked] of [
  ['never answers', () => {}, 'no reply within 1 s', 2],
  ['begins an answer and goes no further', (_, response) => void response.write('{"sendNotification":'), 'no reply within 1 s', 2],
  ['never ends its answer', endless, 'the reply exceeds 65536 bytes', 2],
  ['redirects endlessly', sendingTo(() => '/again'), 'more than 5 redirects', 12],
  ['sends on to another scheme', sendingTo(() => 'ftp://127.0.0.1/no'), 'a redirect to ftp://127.0.0.1/no', 2],
  ['sends on to a file', sendingTo(() => 'file:///etc/passwd'), 'a redirect to file:///etc/passwd', 2],
] as const satisfies [string, Reacting, string, number][]) {
  rule('notifications §10.3, decisions §15', `an endpoint that ${what} is asked again, then the order is sent`, async () => {
    const here = standin(why.startsWith('no reply') ? { platform: impatient } : {})
    const { url, calls } = await outside(react)
    const [id] = await placed(here, toEmail(), { conditionEndpoint: url })
    const { happened } = await here.simulator.advance({ until: 'settled' })

    expect(happened.map(({ putOff, condition }) => putOff ?? condition).filter((each) => each !== undefined)).toEqual([
      `no condition: ${why}`,
      `counts as met: ${why}`,
    ])
    expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
    expect(calls).toHaveLength(asked)
  })
}

rule('decisions §15', 'a redirect to a barred address counts as met, and that address is not called', async ({ here }) => {
  const { url, calls } = await outside(sendingTo(() => 'http://169.254.169.254/latest/meta-data'))
  const [id] = await placed(here, toEmail(), { conditionEndpoint: url })
  const { happened } = await here.simulator.advance({ until: 'settled' })

  expect(happened).toContainEqual(expect.objectContaining({ condition: expect.stringContaining('but the host is 169.254.169.254') }))
  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
  expect(calls).toHaveLength(1)
})

rule('notifications §10.3', 'a "no" to the second question still stops the order', async ({ here }) => {
  const { url } = await outside(inTurn(saying('', 503), saying(no)))
  const [id] = await placed(here, toEmail(), { conditionEndpoint: url })
  await here.simulator.advance({ until: 'settled' })

  expect(await manifestOf(here, id)).toMatchObject({ status: 'Order_SendConditionNotMet', lastUpdate: '2026-06-01T10:00:03Z' })
})

for (const status of [200, 201, 299]) {
  rule('notifications §10.3', `${status} is good`, async ({ here }) => {
    const { url } = await outside(saying(no, status))
    const [id] = await placed(here, toEmail(), { conditionEndpoint: url })
    await here.simulator.advance({ until: 'settled' })

    expect(await statusOf(here, id)).toBe('Order_SendConditionNotMet')
  })
}

for (const [outbound, conditionEndpoint, why] of [
  ['off', 'http://127.0.0.1/unread', 'outgoing calls are off (--outbound)'],
  [
    'loopback',
    'https://cases.example.org/unread',
    'only calls to this machine are allowed (--outbound loopback), but the host is cases.example.org',
  ],
  ['all', 'http://127.0.0.1:4300/_standin/clock', 'control rows are not called'],
] as const) {
  rule('decisions §15', `${outbound}: ${conditionEndpoint} counts as met, and the journal says why`, async () => {
    const here = standin({ outbound })
    const [id] = await placed(here, toEmail(), { conditionEndpoint })
    await here.simulator.advance({ until: 'settled' })

    expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered')
    expect(here.simulator.world.journal.jobs.list().map((line) => line.why)).toContainEqual(
      expect.stringContaining(`counts as met: ${why}`),
    )
  })
}

rule('decisions §8', 'the clock stands still while it waits for the endpoint, and calls are answered', async ({ here }) => {
  const [other] = await placed(here, toEmail(), { idempotencyId: 'other', requestedSendTime: '2026-06-01T10:00:05Z' })
  const seen: unknown[] = []
  const { url } = await outside((_, response) => {
    void manifestOf(here, other).then(({ status }) => {
      seen.push([status, here.simulator.world.clock.now()])
      setTimeout(() => response.end(yes), 30)
    })
  })
  const [id] = await placed(here, toEmail(), { conditionEndpoint: url })
  await here.simulator.advance({ by: 3_600_000 })

  expect(seen).toEqual([['Order_Registered', Date.parse('2026-06-01T10:00:02Z')]])
  expect(await manifestOf(here, id)).toMatchObject({ status: 'Order_Completed', lastUpdate: '2026-06-01T10:00:05Z' })
})

rule('notifications §10.3, notifications §10.4', 'a reminder inherits no condition, and a no stops only its own shipment', async () => {
  const here = standin()
  const { url, calls } = await outside(({ url: path }, response) => void response.end(path === '/reminder' ? no : yes))
  const reminders = [
    { delayDays: 1, recipient: toEmail(), conditionEndpoint: `${url}/reminder` },
    { delayDays: 1, recipient: toEmail() },
  ]
  const ids = await placed(here, toEmail(), { conditionEndpoint: `${url}/main`, reminders })
  await here.simulator.advance({ until: 'settled' })

  expect(await Promise.all(ids.map((id) => statusOf(here, id)))).toEqual([
    'Order_Completed Email_Delivered',
    'Order_SendConditionNotMet',
    'Order_Completed Email_Delivered',
  ])
  expect(calls.map(({ row }) => row)).toEqual(['GET /main', 'GET /reminder'])
})

rule('notifications §10.3, notifications §6.4', 'the condition of an order that waits for the register is asked again', async () => {
  const here = standin()
  const { url, calls } = await outside(inTurn(saying(yes), saying(yes), saying(no)))
  const [id] = await placed(here, toPerson('12838590150'), { conditionEndpoint: url })
  const letUp = await takeDown(here, 'register')
  await here.simulator.advance({ by: 3_000 })
  const before = await statusOf(here, id)
  await letUp()
  await here.simulator.advance({ until: 'settled' })

  expect(before).toBe('Order_Registered')
  expect(await statusOf(here, id)).toBe('Order_SendConditionNotMet')
  expect(calls).toHaveLength(3)
})
