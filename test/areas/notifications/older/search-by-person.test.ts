import { expect } from 'vitest'
import { live, orderedTo, people, supporter } from '../../../support/older-orders.ts'
import { placed, toPerson, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'

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

rule('notifications §14.8', 'the send time must lie in the window: by default the last seven days', async () => {
  const here = live()
  await orderedTo(here, 'notifications.createEmailOrder', [{ nationalIdentityNumber: people.reachable }])
  await here.simulator.advance({ by: 8 * 86_400_000 })
  const wide = { from: '2026-06-01', to: '2026-06-02' }

  expect((await search(here, people.reachable)).body).toEqual([])
  expect((await search(here, people.reachable, wide)).body).toHaveLength(1)
})

rule('notifications §14.8', 'the number is demanded in a header, and the window in order', async () => {
  const here = live()
  const errors = async (number: string | undefined, query: object = {}) => (await search(here, number, query)).problem.errors

  expect(await errors(undefined)).toEqual({
    NationalIdentityNumber: ["A value for the 'NationalIdentityNumber' parameter or property was not provided."],
  })
  expect(await errors('1', { from: 'x', to: '2026-01-01' })).toEqual({
    From: ["The value 'x' is not valid for From."],
    NationalIdentityNumber: ['National identity number must be 11 digits long.'],
  })
  expect(await errors(people.reachable, { from: '2026-01-02', to: '2026-01-01' })).toEqual({ From: ["'from' must be earlier than 'to'."] })
})

rule('notifications §14.8, notifications §14.1', 'only support may search', async () => {
  const { status } = await live().client.call('notifications.searchByPerson', {
    as: ttd,
    headers: { nationalidentitynumber: people.reachable },
  } as never)

  expect(status).toBe(403)
})
