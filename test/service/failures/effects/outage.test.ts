import { expect, test } from 'vitest'
import { plainCircumstances } from '../../../../src/service/areas/circumstances.ts'
import { operationsById } from '../../../../src/service/areas/index.ts'
import { outage } from '../../../../src/service/failures/effects/outage.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { anyName } from '../../../../src/service/wire/misuse.ts'
import { services } from '../../../../src/service/wire/vocabulary.ts'
import { initialized, published, recipient, sender, statusOf as transferStatus } from '../../../support/file-transfers.ts'
import { orderTo, placed, statusOf, takeDown, toEmail, toPerson, toPhone, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { draws, switchOn, unhurried } from '../../../support/rules.ts'
import { standin, start } from '../../../support/standin.ts'

const order = ({ client }: ReturnType<typeof standin>, to: object, idempotencyId = 'one') =>
  client.call('notifications.createOrder', { as: ttd, body: orderTo(to, { idempotencyId }) })

rule('decisions §13', 'every row that uses the database fails during its outage', async ({ here }) => {
  const [id] = await placed(here, toEmail())
  const fileTransferId = await published(here.client)
  await takeDown(here, 'database')

  const replies = [
    await order(here, toEmail()),
    await here.client.call('notifications.getShipment', { as: ttd, params: { id } }),
    await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } }),
    await here.client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' } }),
  ]

  expect(replies.map(({ status, problem }) => [status, problem.code])).toEqual(Array(4).fill([503, 'NOT-00004']))
})

rule('decisions §13', 'several services can be down at once', async ({ here }) => {
  const fileTransferId = await published(here.client)
  await takeDown(here, 'storage', 'register')

  const download = await here.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })

  expect([download.status, (await order(here, toPerson('12838590150'))).status]).toEqual([503, 503])
  expect(await transferStatus(here.client, fileTransferId)).toMatchObject({ status: 'Published' })
})

rule('decisions §13, decisions §8', 'a job is tried again every second, and is done when the service is back', async ({ here }) => {
  const letUp = await takeDown(here, 'sms')
  const [id] = await placed(here, toPhone())

  const { counts } = await here.simulator.advance({ by: 10_000 })
  expect(await statusOf(here, id)).toBe('Order_Processed SMS_New')
  // Once a second, from the third second on.
  expect(counts['notifications.sendMessage']).toBe(8)

  await letUp()
  await here.simulator.advance({ by: 10_000 })
  expect(await statusOf(here, id)).toBe('Order_Completed SMS_Delivered')
})

rule('decisions §8', 'at the real pace a job is tried again every minute', async () => {
  const here = standin({ pace: 'real' })
  await takeDown(here, 'database')
  here.simulator.world.clock.book({
    at: Date.parse(start),
    cause: '1',
    nth: 0,
    job: 'notifications.takeOrder',
    step: true,
    environment: 'test',
    data: { shipmentId: '00000000-0000-4000-8000-000000000000' },
  })

  const { happened } = await here.simulator.advance({ by: 150_000 })

  expect(happened.map(({ at }) => (Date.parse(at) - Date.parse(start)) / 1000)).toEqual([0, 60, 120])
})

rule('decisions §8', 'an advance until settled stops at its limit during an outage', async ({ here }) => {
  await takeDown(here, 'sms')
  await placed(here, toPhone())

  const { now } = await here.simulator.advance({ until: 'settled', atMost: 30_000 })

  expect(now).toBe('2026-06-01T10:00:30Z')
})

test.each(services)('%s can be taken down', (service) => {
  const { reach } = outage.decide(service, plainCircumstances, draws())

  expect(() => reach(service)).toThrow('unreachable')
  expect(() => services.filter((other) => other !== service).map(reach)).not.toThrow()
})

const failed = { title: 'Internal Server Error', status: 500, detail: '' }

rule('decisions §13', 'live: without the register, orders to people fail with 500 and no body, and others are taken', async () => {
  const here = standin({ dialect: 'live' })
  await takeDown(here, 'register', 'names')

  const [looked, direct] = [await order(here, toPerson('12838590150'), 'a'), await order(here, toEmail(), 'b')]

  expect([looked.status, looked.text, direct.status]).toEqual([500, '', 201])
})

rule('decisions §13', 'live: without its sender an instant order is refused with 503 NOT-00004', async ({ live: here }) => {
  await takeDown(here, 'sms', 'email')

  const reply = await here.client.call('notifications.createInstantSms', {
    ...operationsById.get('notifications.createInstantSms')?.example.input({}),
    as: ttd,
  } as never)

  expect([reply.status, reply.problem.code]).toEqual([503, 'NOT-00004'])
})

rule('decisions §13', 'live: without the database every operation of notifications fails with 500 and no body', async ({ live: here }) => {
  const [id] = await placed(here, toEmail())
  await takeDown(here, 'database')

  const replies = [
    await order(here, toEmail()),
    await here.client.call('notifications.getShipment', { as: ttd, params: { id } }),
    await here.client.call('notifications.readFeed', { as: ttd }),
  ]

  expect(replies.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([500, '']))
})

rule('decisions §13', 'live: without the database every broker operation fails with problem details, after a wait', async () => {
  const { platform, pauses } = unhurried()
  const here = standin({ dialect: 'live', platform })
  const fileTransferId = await published(here.client)
  await takeDown(here, 'database')

  const replies = [
    await here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } }),
    await here.client.call('resources.getServiceOwner', { as: operationsById.get('resources.getServiceOwner')?.example.as } as never),
  ]

  expect(replies.map(({ problem }) => problem)).toMatchObject([failed, failed])
  expect(replies[0]?.headers.get('content-type')).toBe('application/problem+json')
  expect(pauses).toEqual([300, 300])
})

rule('decisions §13', 'live: without authorization the broker fails; where that answers an error, the caller has no right', async () => {
  const here = standin({ dialect: 'live' })
  const fileTransferId = await published(here.client)
  const overview = () => here.client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })

  await takeDown(here, 'authorization')
  const away = await overview()
  await switchOn(here, [{ outage: { of: 'authorization', how: 'failing' } }])
  const failing = await overview()

  expect(away.problem).toMatchObject({ ...failed, instance: `/broker/api/v1/filetransfer/${fileTransferId}` })
  expect([failing.status, failing.problem.code, failing.headers.get('www-authenticate')]).toEqual([401, 'BRO-00006', null])
})

rule('decisions §13', 'live: without the resource registry a file cannot be announced, and others can be read', async ({ live: here }) => {
  const fileTransferId = await published(here.client)
  await takeDown(here, 'resource-registry')

  const announced = await here.client.call('fileTransfer.initialize', {
    ...operationsById.get('fileTransfer.initialize')?.example.input({}),
    as: sender,
  } as never)

  expect(announced.problem).toMatchObject(failed)
  expect(await transferStatus(here.client, fileTransferId)).toMatchObject({ status: 'Published' })
})

rule('decisions §13', 'live: without its storage a download fails after 26 seconds, and an upload later than clients wait', async () => {
  const { platform, pauses } = unhurried()
  const here = standin({ dialect: 'live', platform })
  const fileTransferId = await published(here.client)
  const fresh = await initialized(here.client)
  await takeDown(here, 'storage')

  const replies = [
    await here.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } }),
    await here.client.call('fileTransfer.upload', { as: sender, params: { fileTransferId: fresh }, body: new Uint8Array(3) }),
  ]

  expect(replies.map(({ problem }) => problem)).toMatchObject([failed, failed])
  expect(pauses).toEqual([26_000, 60_000])
  expect(await transferStatus(here.client, fresh)).toMatchObject({ status: 'Initialized' })
})

rule('decisions §13', 'a call waits for a service that hangs until the scenario is switched off, and other calls go on', async () => {
  const here = standin()
  const fileTransferId = await published(here.client)
  await switchOn(here, [{ outage: { of: 'storage', how: 'hanging' } }])

  const waiting = here.client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  await expect.poll(() => here.simulator.world.journal.calls.list().at(-1)).toMatchObject({ stage: 'handle', scenario: 'mine' })
  const direct = await order(here, toEmail())
  await here.simulator.scenarios.off(anyName('mine'))
  const { status, problem } = await waiting

  expect([direct.status, status, problem.code]).toEqual([201, 503, 'NOT-00004'])
})

rule('decisions §13', 'a job does not wait for a service that hangs', async ({ here }) => {
  await switchOn(here, [{ outage: { of: 'sms', how: 'hanging' } }])
  const [id] = await placed(here, toPhone())

  await here.simulator.advance({ by: 10_000 })

  expect(await statusOf(here, id)).toBe('Order_Processed SMS_New')
})

rule('decisions §13', 'live: unavailable-… gives a 503', async ({ live: here }) => {
  const headers = (name: string) => ({ headers: { 'x-standin-scenario': name } })
  const replies = [
    await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()), ...headers('unavailable-create-order') }),
    await here.client.call('fileTransfer.search', { as: sender, query: { resourceId: 'standin-plain' }, ...headers('unavailable-search') }),
  ]

  expect(replies.map(({ status }) => status)).toEqual([503, 503])
})

test('an atMost of more than a minute is refused', () => {
  const rules = [{ outage: { of: 'storage', how: 'hanging', atMost: 'PT61S' } }]

  expect(() => readScenario('mine', { summary: 'Too long', rules }, 'defined')).toThrow('outage.atMost: "PT61S" is more than a minute.')
})
