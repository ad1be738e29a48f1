import { live, orderedTo, people, supporter } from '../../../../support/older-orders.ts'
import { placed, toPerson, ttd } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

const search = ({ client }: ReturnType<typeof live>, number: string | undefined, query: object = {}) =>
  client.call('notifications.searchByPerson', {
    as: supporter,
    headers: number === undefined ? {} : { nationalidentitynumber: number },
    query,
  } as never)

rule('notifications §14.8', 'support sees every message to a person, of older and newer orders, and no other recipient', async () => {
  const here = live()
  const older = await orderedTo(here, 'notifications.createEmailOrder', [
    { emailAddress: 'a@example.org' },
    { nationalIdentityNumber: people.reachable },
  ])
  const [newer] = await placed(here, toPerson(people.reachable, 'Sms'), { sendersReference: 'case-1' })
  await here.simulator.advance({ until: 'settled' })
  const { status, body } = await search(here, people.reachable)
  const person = { nationalIdentityNumber: people.reachable, result: 'Delivered' }

  expect(status).toBe(200)
  expect(body).toMatchObject([
    { shipmentId: older, creatorName: 'ttd', notificationType: 'notification', deliveryAttempts: [{ ...person, channel: 'email' }] },
    { shipmentId: newer, sendersReference: 'case-1', deliveryAttempts: [{ ...person, channel: 'sms' }] },
  ])
})

rule('notifications §14.8', 'the send time must lie in the window: by default the last seven days', async ({ live: here }) => {
  await orderedTo(here, 'notifications.createEmailOrder', [{ nationalIdentityNumber: people.reachable }])
  await here.simulator.advance({ by: 8 * 86_400_000 })
  const wide = { from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' }

  expect((await search(here, people.reachable)).body).toEqual([])
  expect((await search(here, people.reachable, wide)).body).toHaveLength(1)
})

const errorsOf = async (number: string | undefined, query: object = {}) => (await search(live(), number, query)).problem.errors

rule('notifications §14.8', 'the number is demanded in a header, and times that can be read, before anything is judged', async () => {
  expect(await errorsOf(undefined, { from: '2026-01-01', to: '2031-01-01' })).toEqual({
    NationalIdentityNumber: ["A value for the 'NationalIdentityNumber' parameter or property was not provided."],
  })
  expect(await errorsOf('1', { from: 'x' })).toEqual({ From: ["The value 'x' is not valid for From."] })
  expect(await errorsOf('1')).toEqual({ NationalIdentityNumber: ['National identity number must be 11 digits long.'] })
})

rule('notifications §14.8', 'a time may have every form of .NET, and a blank one counts as missing', async () => {
  const statusFor = async (query: object) => (await search(live(), people.reachable, query)).status
  const unzoned = { From: ["The 'from' value must have specified a time zone."] }

  expect(await statusFor({ from: '2026-05-30 10:00:00Z' })).toBe(200)
  expect(await statusFor({ from: '5/30/2026 10:00 GMT', to: ' ' })).toBe(200)
  expect(await errorsOf(people.reachable, { from: '2026-05-30 10:00:00' })).toEqual(unzoned)
})

for (const [query, errors] of [
  [{ from: '2026-05-31' }, { From: ["The 'from' value must have specified a time zone."] }],
  [{ from: '2026-05-30T00:00:00Z', to: '2026-05-29T00:00:00Z' }, { From: ["'from' must be earlier than 'to'."] }],
  [{ from: '2031-01-01T00:00:00Z' }, { From: ["'from' must not be in the future."] }],
  [{ from: '2016-05-31T00:00:00Z' }, { From: ["'from' must not be earlier than 10 years ago."] }],
  [{ from: '2026-05-30T00:00:00Z', to: '2026-05-31' }, { To: ["The 'to' value must have specified a time zone."] }],
  [{ to: '2031-01-01T00:00:00Z' }, { To: ["'to' must not be in the future."] }],
  [{ to: '2026-05-20T00:00:00Z' }, { To: ["'to' must be later than the default 'from' (7 days ago)."] }],
] as const) {
  rule('notifications §14.8', `the window lies in the past ten years: ${JSON.stringify(query)}`, async () => {
    expect(await errorsOf(people.reachable, query)).toEqual(errors)
  })
}

rule('notifications §14.8, notifications §14.1', 'only support may search', async () => {
  const { status } = await live().client.call('notifications.searchByPerson', {
    as: ttd,
    headers: { nationalidentitynumber: people.reachable },
  } as never)

  expect(status).toBe(403)
})
