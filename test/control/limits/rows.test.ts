/** Rate limits over HTTP: listed, set, refilled. */

import { fixturesOf } from '../../../src/service/areas/resources/records.ts'
import { derivedClientId } from '../../../src/service/tokens/issue.ts'
import { control, refusal } from '../../support/control.ts'
import { expect, rule, test } from '../../support/rule.ts'

const search = { as: { orgNo: '347147753', clientId: 'client-a' }, query: { resourceId: 'standin-plain' } }
const limited = { rateLimits: 'current' } as const
const ofSearch = { caller: 'client-a', operation: 'fileTransfer.search' }

rule('decisions §12', 'the limits of callers are listed, per environment', async () => {
  const { ask, client, clientOf } = control(limited)
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.search', search)
  await clientOf('/production').call('fileTransfer.search', search)
  const line = { ...ofSearch, orgNo: '347147753', name: 'Jensen Regnskap AS', limit: 30, resetsAt: '2026-06-01T10:01:00Z' }

  expect((await ask('control.listLimits')).body).toEqual({
    limits: [
      { ...line, environment: 'test', left: 28 },
      { ...line, environment: 'production', left: 29 },
    ],
    total: 2,
    next: null,
  })
})

rule('decisions §12', 'setting a limit leaves a caller that many calls, in the environment of the address', async () => {
  const { ask, client, clientOf } = control(limited)
  const { body } = await ask('control.setLimit', { params: ofSearch, body: { left: 1 } })
  const statuses = [await client.call('fileTransfer.search', search), await client.call('fileTransfer.search', search)]

  expect(body.limits).toEqual([
    { ...ofSearch, orgNo: null, name: null, environment: 'test', limit: 30, left: 1, resetsAt: '2026-06-01T10:01:00Z' },
  ])
  expect(statuses.map(({ status }) => status)).toEqual([200, 429])
  expect((await clientOf('/production').call('fileTransfer.search', search)).status).toBe(200)

  await ask('control.setLimit', { params: ofSearch, body: { left: 0 }, prefix: '/production' })

  expect((await clientOf('/production').call('fileTransfer.search', search)).status).toBe(429)
})

rule('decisions §4', 'a caller can be named by its organization number', async () => {
  const { ask, client } = control(limited)
  const as = { orgNo: '347147753' }
  const { body } = await ask('control.setLimit', { params: { ...ofSearch, caller: as.orgNo }, body: { left: 0 } })

  expect(body.limits.map(({ caller }: { caller: string }) => caller)).toEqual([as.orgNo, derivedClientId(as.orgNo)])
  expect(body.limits.map(({ name }: { name: string }) => name)).toEqual(['Jensen Regnskap AS', 'Jensen Regnskap AS'])
  expect((await client.call('fileTransfer.search', { ...search, as })).status).toBe(429)
})

rule('decisions §4', 'a caller with its own limits is left calls of these', async ({ simulator }) => {
  const callers = [{ orgNo: '347147753', limits: { 'fileTransfer.search': 600 } }]
  const { ask, client } = control({ ...limited, fixtures: { ...fixturesOf(simulator.world), callers } })
  const caller = derivedClientId('347147753')
  await ask('control.setLimit', { params: { ...ofSearch, caller }, body: { left: 500 } })
  const { headers } = await client.call('fileTransfer.search', { ...search, as: { orgNo: '347147753' } })

  expect(headers.get('ratelimit')).toContain('r=499')
})

rule('decisions §4', 'a limit that is set before the first call holds, whatever the capacity of the caller', async ({ simulator }) => {
  const callers = [{ orgNo: '347147753', limits: { 'fileTransfer.search': 600 } }]
  const { ask, client } = control({ ...limited, fixtures: { ...fixturesOf(simulator.world), callers } })
  await ask('control.setLimit', { params: ofSearch, body: { left: 1 } })
  const replies = [await client.call('fileTransfer.search', search), await client.call('fileTransfer.search', search)]

  expect(replies.map(({ status }) => status)).toEqual([200, 429])
  expect((await ask('control.listLimits')).body.limits).toMatchObject([{ ...ofSearch, limit: 600, left: 0 }])
})

rule('decisions §12', 'a refill gives every caller all calls again', async () => {
  const { ask, client } = control(limited)
  await ask('control.setLimit', { params: ofSearch, body: { left: 0 } })

  expect((await ask('control.refillLimits')).status).toBe(204)
  expect((await client.call('fileTransfer.search', search)).status).toBe(200)
})

test('the calls that are left rise again as time passes', async () => {
  const { ask } = control(limited)
  await ask('control.setLimit', { params: ofSearch, body: { left: 0 } })
  await ask('control.advanceClock', { body: { by: 'PT60S' } })

  expect((await ask('control.listLimits')).body.limits).toMatchObject([{ left: 30, resetsAt: '2026-06-01T10:01:00Z' }])
})

test('a world without calls has no limits to list', async () => {
  const { ask } = control(limited)

  expect((await ask('control.listLimits')).body).toEqual({ limits: [], total: 0, next: null })
})

test.each([
  [ofSearch, { left: 31 }, 400, 'left: 31 is above the limit of 30.'],
  [ofSearch, { left: -1 }, 400, 'body.left: -1'],
  [ofSearch, { left: '0' }, 400, 'body.left: "0" is not a number.'],
  [ofSearch, {}, 400, 'body.left is missing.'],
  [
    { ...ofSearch, operation: 'notifications.createOrder' },
    { left: 0 },
    404,
    '"notifications.createOrder" has no rate limit. Valid: fileTransfer.',
  ],
  [{ ...ofSearch, operation: 'constructor' }, { left: 0 }, 404, '"constructor" has no rate limit.'],
])('setting %j to %j is refused', async (params, body, status, detail) => {
  const { ask } = control(limited)
  expect(await ask('control.setLimit', { params, body })).toMatchObject(refusal(status, detail))
})

test('setting a limit is a conflict when limits are off', async ({ ask }) => {
  expect((await ask('control.setLimit', { params: ofSearch, body: { left: 0 } })).status).toBe(409)
})
