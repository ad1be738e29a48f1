import type { Identity } from '../../../../src/service/areas/client.ts'
import { instant } from '../../../support/instant.ts'
import { brg, placed, toEmail, toOrganization, toPerson, toPhone, ttd } from '../../../support/orders.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, type Standin, standin, start } from '../../../support/standin.ts'

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

rule('notifications §9.2, notifications §1.1', 'the feed is a bare list, and an entry has its members in order', async ({ here }) => {
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

rule('notifications §9.2, notifications §6.3', 'an entry has every recipient in order, failures with an empty address', async () => {
  const here = standin()
  await placed(here, toOrganization('991825827', 'EmailAndSms'))
  await here.simulator.advance({ by: 10_000 })

  expect((await entries(here))[0]?.recipients).toEqual([
    { destination: 'post@example.org', status: 'Email_Delivered', lastUpdate: at(5) },
    { destination: 'accounts@example.org', status: 'Email_Delivered', lastUpdate: at(5) },
    { destination: '', status: 'SMS_Failed_RecipientNotIdentified', lastUpdate: at(2) },
  ])
})

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

rule('notifications §9.3, notifications §11.1', 'a shipment that is on its way, or cancelled, has no entry', async ({ here }) => {
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

rule('notifications §9.1', 'an ascending page starts after a number, a descending one before it or with the newest', async ({ here }) => {
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

rule('notifications §9.3, notifications §10.1', 'entries after 90 days are removed at night, and an older number is valid', async () => {
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
})

rule('notifications §4.7, notifications §4.1', 'a query that cannot be read is 400, with all its mistakes', async ({ here, live }) => {
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
  rule('notifications §1.3, decisions §1 #9', `${dialect}: a content type other than JSON is refused, and may be absent`, async () => {
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
  })
}

rule('notifications §2, notifications §1.4, decisions §1 #12', 'no-organization: a token without a code reads in spec only', async () => {
  const withoutCode = { ...ttd, org: undefined, orgNo: '314567895' }
  const here = standin()
  const live = standin({ dialect: 'live' })
  await send(here, 1, withoutCode)
  await here.simulator.advance({ by: 5_000 })

  expect(await read(live, {}, withoutCode)).toMatchObject({ status: 403, text: '' })
  expect((await read(live, { seq: 'x' }, withoutCode)).status).toBe(400)
  expect(await numbers(here, {}, withoutCode)).toEqual([1])
})

rule('spec §5, decisions §1 #1', 'reading needs a token with the scope that ordering needs', async ({ here }) => {
  expect((await read(here, {}, null)).status).toBe(401)
  expect((await read(here, {}, { ...ttd, scope: 'altinn:broker.read' })).status).toBe(403)
})
