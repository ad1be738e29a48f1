import fc from 'fast-check'
import { expect } from 'vitest'
import type { Identity } from '../../../../src/service/areas/client.ts'
import { instant } from '../../../support/instant.ts'
import { brg, orderTo, placed, takeDown, toEmail, toOrganization, toPerson, toPhone, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { base, standin, start } from '../../../support/standin.ts'

type Standin = ReturnType<typeof standin>

const day = 86_400_000
const at = (seconds: number) => new Date(Date.parse(start) + seconds * 1000).toISOString().replace('.000', '')

const read = ({ client }: Pick<Standin, 'client'>, query: Record<string, string> = {}, as: Identity | null = ttd) =>
  client.call('notifications.readFeed', { as, query })
const entries = async (here: Pick<Standin, 'client'>, query: Record<string, string> = {}, as: Identity = ttd) =>
  (await read(here, query, as)).body
const numbers = async (here: Pick<Standin, 'client'>, query: Record<string, string> = {}, as: Identity = ttd) =>
  (await entries(here, query, as)).map(({ sequenceNumber }) => sequenceNumber)

/** Sends instant messages and advances five seconds: the messages complete after two, and the feed shows them two later. */
async function send(here: Standin, count: number, as: Identity = ttd, tag = 'm'): Promise<string[]> {
  const ids: string[] = []
  for (let each = 0; each < count; each++) {
    const { body } = await instant(here, 'notifications.createInstantSms', { idempotencyId: `${tag}${each}` }, as)
    ids.push(body.notification.shipmentId)
  }
  return ids
}

rule('notifications §9.2, notifications §1.1', 'the feed is a bare list, and an entry has its members in order', async () => {
  const here = standin()
  const [id] = await placed(here, toPhone('+47 99 99 99 99'), { sendersReference: 'case-7741' })
  await here.simulator.advance({ by: 10_000 })
  const reply = await read(here)

  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('link')]).toEqual([
    200,
    'application/json; charset=utf-8',
    null,
  ])
  expect(reply.text).toBe(
    JSON.stringify(
      [
        {
          sequenceNumber: 1,
          shipmentId: id,
          sendersReference: 'case-7741',
          recipients: [{ destination: '+47 99 99 99 99', status: 'SMS_Delivered', lastUpdate: at(5) }],
          status: 'Order_Completed',
          lastUpdate: at(5),
          shipmentType: 'Notification',
        },
      ],
      null,
      2,
    ),
  )
})

rule('notifications §9.1', 'a feed without entries is an empty list', async () => {
  const reply = await read(standin())

  expect([reply.status, reply.text]).toEqual([200, '[]'])
})

rule(
  'notifications §9.2, notifications §6.3',
  'an entry has every recipient in the order of the manifest, failures with an empty address',
  async () => {
    const here = standin()
    await placed(here, toOrganization('991825827', 'EmailAndSms'))
    await here.simulator.advance({ by: 10_000 })

    expect((await entries(here))[0]?.recipients).toEqual([
      { destination: 'post@example.org', status: 'Email_Delivered', lastUpdate: at(5) },
      { destination: 'accounts@example.org', status: 'Email_Delivered', lastUpdate: at(5) },
      { destination: '', status: 'SMS_Failed_RecipientNotIdentified', lastUpdate: at(2) },
    ])
  },
)

rule('notifications §9.3', 'the notification, each reminder and each instant message has one entry, when it is completed', async () => {
  const here = standin()
  const [main, reminder = ''] = await placed(here, toEmail(), { reminders: [{ delayDays: 7, recipient: toPerson('26878530828') }] })
  const [message] = await send(here, 1)
  await here.simulator.advance({ by: 8 * day })
  const shown = (await entries(here)).map(({ shipmentId, shipmentType, lastUpdate }) => [shipmentId, shipmentType, lastUpdate])

  expect(shown).toEqual([
    [message, 'Instant', at(2)],
    [main, 'Notification', at(5)],
    // A reserved recipient: the order is completed when it is processed.
    [reminder, 'Reminder', at(7 * 86_400 + 2)],
  ])
})

rule('notifications §9.3, notifications §11.1', 'a shipment that is on its way, or cancelled, has no entry', async () => {
  const here = standin()
  const requestedSendTime = '2026-06-01T11:00:00Z'
  const [id] = await placed(here, toEmail(), { requestedSendTime })
  await placed(here, toEmail(), { requestedSendTime: '2026-09-01T11:00:00Z', idempotencyId: 'order-2' })
  await here.client.call('notifications.cancelOrder', { as: ttd, params: { id } })
  await here.simulator.advance({ by: day })

  expect(await entries(here)).toEqual([])
})

rule('notifications §9.1, notifications §9.2', 'each creator sees its own entries, which are numbered over all creators', async () => {
  const here = standin()
  await send(here, 1)
  await here.simulator.advance({ by: 1 })
  await send(here, 2, brg)
  await here.simulator.advance({ by: 1 })
  await send(here, 1, ttd, 'later')
  await here.simulator.advance({ by: 10_000 })

  expect(await numbers(here)).toEqual([1, 4])
  expect(await numbers(here, {}, brg)).toEqual([2, 3])
  expect(await numbers(here, {}, { ...ttd, org: 'TTD' })).toEqual([])
  expect(await numbers({ client: here.clientOf('/production') })).toEqual([])
  expect(await numbers({ client: here.clientOf('/worlds/other') })).toEqual([])
})

for (const [pace, seen] of [
  ['fast', [0, 0, 1]],
  ['real', [0, 0, 1]],
  ['instant', [1, 1, 1]],
] as const) {
  rule('notifications §9.1, decisions §8', `${pace}: an entry is shown as soon as it is old enough`, async () => {
    const here = standin({ pace })
    await send(here, 1)
    const { happened } = await here.simulator.advance({ until: 'settled' })
    const made = Date.parse(happened.at(-1)?.at ?? '')
    const counts: number[] = []
    for (const after of [0, 2_000, 2_001]) {
      await here.simulator.advance({ to: new Date(made + after).toISOString() })
      counts.push((await numbers(here)).length)
    }

    expect(counts).toEqual(seen)
  })
}

rule('notifications §9.1', 'an ascending page starts after a number, a descending one before it or with the newest', async () => {
  const here = standin()
  await send(here, 10)
  await here.simulator.advance({ by: 10_000 })

  expect(await numbers(here, { seq: '3' })).toEqual([4, 5, 6, 7, 8, 9, 10])
  expect(await numbers(here, { seq: '3', pageSize: '2' })).toEqual([4, 5])
  expect(await numbers(here, { seq: '10' })).toEqual([])
  expect(await numbers(here, { seq: '9223372036854775807' })).toEqual([])
  expect(await numbers(here, { orderBy: 'desc', pageSize: '3' })).toEqual([10, 9, 8])
  expect(await numbers(here, { orderBy: '1', seq: '0', pageSize: '3' })).toEqual([10, 9, 8])
  expect(await numbers(here, { orderBy: 'DESC', seq: '8', pageSize: '3' })).toEqual([7, 6, 5])
  expect(await numbers(here, { orderBy: 'desc', seq: '1' })).toEqual([])
  expect(await numbers(here, { ORDERBY: 'desc', pagesize: '1', Seq: '4' })).toEqual([3])
  expect(await numbers(here, { pageSize: '0' })).toEqual([1])
  expect(await numbers(here, { pageSize: '-1' })).toEqual([1])
})

rule('notifications §9.1', 'a page has 500 entries at most, also by default', async () => {
  const here = standin({ pace: 'instant' })
  await send(here, 502)
  await here.simulator.advance({ by: 0 })

  expect(await numbers(here)).toHaveLength(500)
  expect(await numbers(here, { pageSize: '2000000' })).toHaveLength(500)
  expect(await numbers(here, { seq: '500' })).toEqual([501, 502])
})

rule(
  'notifications §9.3, notifications §10.1',
  'entries older than 90 days are removed at night, and a number before them is valid',
  async () => {
    const here = standin()
    await send(here, 2)
    await here.simulator.advance({ by: 89 * day })
    await send(here, 1, ttd, 'late')
    await here.simulator.advance({ to: '2026-08-30T23:59:59.999Z' })
    const before = await numbers(here)
    await here.simulator.advance({ by: 1 })

    expect(before).toEqual([1, 2, 3])
    expect(await numbers(here)).toEqual([3])
    expect(await numbers(here, { orderBy: 'desc' })).toEqual([3])
    await here.simulator.advance({ by: 90 * day })
    expect(await numbers(here)).toEqual([])
    await send(here, 1, ttd, 'last')
    await here.simulator.advance({ by: 5_000 })
    expect(await numbers(here)).toEqual([4])
  },
)

rule('notifications §4.7, notifications §4.1', 'a query that cannot be read is 400, with all its mistakes', async () => {
  const here = standin()
  const live = standin({ dialect: 'live' })
  const query = { seq: '-1', pageSize: 'abc', orderBy: '5' }
  const errors = {
    OrderBy: ["The value '5' is invalid."],
    PageSize: ["The value 'abc' is not valid for PageSize."],
    Seq: ['The field Seq must be between 0 and 9.223372036854776E+18.'],
  }
  const refused = await read(here, query)

  expect([refused.status, refused.problem]).toEqual([
    400,
    {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: 'One or more validation errors occurred.',
      status: 400,
      detail: 'See errors.',
      traceId: expect.any(String),
      errors,
    },
  ])
  expect(Object.keys((await read(live, query)).problem)).toEqual(['type', 'title', 'status', 'errors', 'traceId'])
  expect((await read(here, { seq: '' })).problem.errors).toEqual({ Seq: ["The value '' is invalid."] })
  expect((await read(here, { Seq: 'x', orderby: 'foo' })).problem.errors).toEqual({
    OrderBy: ["The value 'foo' is not valid for OrderBy."],
    Seq: ["The value 'x' is not valid for Seq."],
  })
})

for (const [dialect, body] of [
  ['spec', expect.stringContaining('Use application/json.')],
  ['live', ''],
] as const) {
  rule(
    'notifications §1.3, decisions §1 #9',
    `${dialect}: a content type that is not JSON is refused for every caller, and may be absent`,
    async () => {
      const here = standin({ dialect })
      const authorization = `Bearer ${await here.client.token(ttd)}`
      const ask = (headers: Record<string, string>) => here.send(new Request(`${base}/future/shipment/feed`, { headers }))

      for (const type of ['text/plain', 'text/json', 'application/jsonx']) {
        const refused = await ask({ 'content-type': type })
        expect([refused.status, await refused.text()], type).toEqual([415, body])
      }
      for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
        expect((await ask({ 'content-type': type, authorization })).status, type).toBe(200)
      }
      expect((await ask({ authorization })).status).toBe(200)
    },
  )

  rule(
    'notifications §1.3, decisions §2',
    `${dialect}: the path is that of the feed and not of a shipment, under both prefixes and in any case`,
    async () => {
      const here = standin({ dialect })
      const headers = { authorization: `Bearer ${await here.client.token(ttd)}` }

      for (const path of ['/future/shipment/feed', '/FUTURE/shipment/Feed/', '/notifications/api/v1/future/shipment/feed?seq=1']) {
        const reply = await here.send(new Request(base + path, { headers }))
        expect([reply.status, await reply.text()], path).toEqual([200, '[]'])
      }
      for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) {
        const refused = await here.send(new Request(`${base}/future/shipment/feed`, { method }))
        expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'GET'])
      }
      expect((await here.send(new Request(`${base}/future/shipment/feed/x`, { headers }))).status).toBe(404)
    },
  )
}

rule(
  'notifications §2, notifications §1.4, decisions §1 #12',
  'no-organization: a token without a code reads in one dialect only',
  async () => {
    const withoutCode = { ...ttd, org: undefined, orgNo: '314567895' }
    const here = standin()
    const live = standin({ dialect: 'live' })
    await send(here, 1, withoutCode)
    await here.simulator.advance({ by: 5_000 })

    expect(await read(live, {}, withoutCode)).toMatchObject({ status: 403, text: '' })
    expect((await read(live, { seq: 'x' }, withoutCode)).status).toBe(400)
    expect(await numbers(here, {}, withoutCode)).toEqual([1])
  },
)

rule('spec §5, decisions §1 #1', 'reading needs a token with the scope that ordering needs', async () => {
  const here = standin()

  expect((await read(here, {}, null)).status).toBe(401)
  expect((await read(here, {}, { ...ttd, scope: 'altinn:broker.read' })).status).toBe(403)
})

rule('decisions §13', 'while the database is down the feed is refused', async () => {
  const here = standin()
  await takeDown(here, 'database')

  expect((await read(here)).problem.code).toBe('NOT-00004')
})

interface Ended {
  readonly number: number
  readonly id: string
  readonly org: string
  readonly at: number
}

/** The rules as the source has them, applied to all shipments that ended. */
function naive(ended: readonly Ended[], org: string, query: { seq: number; pageSize: number; desc: boolean }, now: number): string[] {
  const own = ended.filter((each) => each.org === org && now - each.at > 2_000 && now - (now % day) - each.at <= 90 * day)
  const page = Math.max(1, Math.min(500, query.pageSize))
  const wanted = query.desc
    ? own.filter(({ number }) => query.seq === 0 || number < query.seq).toReversed()
    : own.filter(({ number }) => number > query.seq)
  return wanted.slice(0, page).map(({ number, id }) => `${number} ${id}`)
}

const callers = { ttd, brg }
const org = fc.constantFrom('ttd' as const, 'brg' as const)
const step = fc.oneof(
  fc.record({ send: org }),
  fc.record({ order: org }),
  fc.record({ pass: fc.constantFrom(1, 500, 1_000, 2_000, 2_001, 5_000, 45 * day) }),
  fc.record({
    read: fc.record({ org, seq: fc.nat({ max: 12 }), pageSize: fc.constantFrom(-1, 0, 1, 2, 3, 500, 501), desc: fc.boolean() }),
  }),
)

rule(
  'notifications §9.1, notifications §9.3',
  'the feed follows the written rules, whatever is ordered and whenever it is read',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const here = standin()
        const owners = new Map<string, string>()
        const ended: Ended[] = []
        for (const [nth, each] of steps.entries()) {
          const key = { idempotencyId: `step ${nth}` }
          if ('send' in each) {
            const { body } = await instant(here, 'notifications.createInstantEmail', key, callers[each.send])
            owners.set(body.notification.shipmentId, each.send)
          } else if ('order' in each) {
            const { body } = await here.client.call('notifications.createOrder', { as: callers[each.order], body: orderTo(toPhone(), key) })
            owners.set(body.notification.shipmentId, each.order)
          } else if ('pass' in each) {
            const { happened } = await here.simulator.advance({ by: each.pass })
            for (const { id = '', at: when, order } of happened) {
              if (order === 'Order_Completed') ended.push({ number: ended.length + 1, id, org: owners.get(id) ?? '', at: Date.parse(when) })
            }
          } else {
            const { org: who, seq, pageSize, desc } = each.read
            const query = { seq: `${seq}`, pageSize: `${pageSize}`, orderBy: desc ? 'desc' : 'asc' }
            const shown = (await entries(here, query, callers[who])).map(
              ({ sequenceNumber, shipmentId }) => `${sequenceNumber} ${shipmentId}`,
            )
            expect(shown).toEqual(naive(ended, who, each.read, here.simulator.world.clock.now()))
          }
        }
      }),
      { seed: 1, numRuns: 60 },
    )
  },
)
