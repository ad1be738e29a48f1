/** The rows that record a capsule, and reply it. */
import { gunzipSync } from 'node:zlib'
import { refusal } from '../../support/control.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { expect, test } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'

const linesOf = async (response: Response) =>
  gunzipSync(await response.bytes())
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a capsule of one world has its calls, and not those of other worlds', async ({ ask, client, clientOf, send }) => {
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  expect((await ask('control.recordCapsule', { body: { record: true } })).body).toEqual({
    recording: true,
    calls: 0,
    controlCalls: 0,
    world: 'default',
    lastMinutes: null,
    file: null,
    incomplete: null,
  })
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'recorded' }) })
  await clientOf('/worlds/other').call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await ask('control.advanceClock', { body: { by: 'PT1M' } })
  expect((await ask('control.showCapsule')).body).toMatchObject({ recording: true, calls: 2, controlCalls: 1, world: 'default' })
  expect((await ask('control.recordCapsule', { body: { record: false } })).body).toMatchObject({
    recording: false,
    calls: 2,
    controlCalls: 1,
    file: null,
  })
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: 'later' }) })

  const lines = await linesOf(await send(new Request(`${base}/_standin/capsule`)))
  expect(lines[0]).toMatchObject({ event: 'capsule', format: 'standin-capsule', version: 2 })
  expect(lines.filter(({ event }) => event === 'call')).toMatchObject([
    { world: 'default', number: 2, method: 'POST', url: '/future/orders' },
  ])
  expect(lines.filter(({ event }) => event === 'control')).toMatchObject([{ method: 'POST' }])
  expect(lines.at(-1)).toMatchObject({ event: 'end' })
})

test('one capsule at a time, and what was not recorded cannot be read', async ({ ask }) => {
  expect(await ask('control.recordCapsule', { body: { record: false } })).toMatchObject({ status: 409 })
  expect(await ask('control.readCapsule')).toMatchObject({
    status: 409,
    body: {
      detail: 'No capsule is being recorded. Start one: POST /_standin/capsule {"record":true}, or standin start --record <file>.',
    },
  })
  await ask('control.recordCapsule', { body: { record: true, all: true } })
  expect(await ask('control.recordCapsule', { body: { record: true } })).toMatchObject({ status: 409 })
  expect(await ask('control.readCapsule')).toMatchObject(refusal(409, 'still being recorded'))
  await ask('control.recordCapsule', { body: { record: false } })
})

test('a recording begins before the first call makes its world, and makes no world by itself', async ({
  ask,
  clientOf,
  send,
  simulator,
}) => {
  const prefix = '/worlds/fresh'
  expect(await ask('control.recordCapsule', { prefix, body: { record: true } })).toMatchObject({ status: 200, body: { world: 'fresh' } })
  expect(simulator.worlds().map(({ name }) => name)).toEqual(['default'])
  await clientOf(prefix).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await clientOf('').call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  expect((await ask('control.recordCapsule', { prefix, body: { record: false } })).body).toMatchObject({ calls: 1, world: 'fresh' })

  const lines = await linesOf(await send(new Request(`${base}/_standin/capsule`)))
  expect(lines.filter(({ event }) => event === 'call')).toMatchObject([{ world: 'fresh', number: 1, url: '/worlds/fresh/future/orders' }])
})
