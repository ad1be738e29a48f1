/** Gates: races are tested without sleeping. */
import { initialized, published, recipient, sender } from '../../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { expect, test } from '../../support/rule.ts'
import { endpoint, subscribed, subscriber } from '../../support/subscribers.ts'

test('of two simultaneous orders with one idempotencyId, the first to go on places it', async ({ simulator, client }) => {
  const gate = simulator.gate('notifications.createOrder', { at: 'before-work' })
  const order = () => client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const first = order()
  await gate.arrived(1)
  const second = order()
  await gate.arrived(2)
  expect(simulator.state().environments.test.orders.total).toBe(0)

  gate.release(2, [1, 0])

  expect([(await first).status, (await second).status]).toEqual([200, 201])
  expect((await first).body.notificationOrderId).toBe((await second).body.notificationOrderId)
  expect([simulator.state().environments.test.orders.total, gate.standing]).toEqual([1, 0])
})

test('a file is uploaded while a download of another stands at the gate, and both arrive whole', async ({ simulator, client }) => {
  const fileTransferId = await published(client, { content: 'first' })
  const other = await initialized(client)
  const gate = simulator.gate('fileTransfer.download', { at: 'after-work' })
  const download = client.call('fileTransfer.download', { params: { fileTransferId }, as: recipient })
  await gate.arrived(1)

  const upload = await client.call('fileTransfer.upload', {
    params: { fileTransferId: other },
    as: sender,
    body: new TextEncoder().encode('second'),
  })
  expect(upload.status).toBe(200)
  gate.release(1)

  expect((await download).text).toBe('first')
})

test('a webhook overtakes the reply', async ({ simulator, client }) => {
  const hook = await endpoint()
  await subscribed(client, { endPoint: hook.url, as: subscriber(sender) })
  await simulator.advance({ by: 5_000 })
  const before = hook.events().length
  const gate = simulator.gate('fileTransfer.initialize', { at: 'after-work' })
  let replied = false
  const call = initialized(client).finally(() => {
    replied = true
  })
  await gate.arrived(1)
  await simulator.advance({ by: 5_000 })

  expect([hook.events().length, replied]).toEqual([before + 1, false])
  gate.close()
  expect(await call).toBe(hook.events().at(-1)?.event.resourceinstance)
})

test('a client that leaves, a reset and a close leave nothing at a gate', async ({ simulator, client }) => {
  const calls = () => client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  const left = simulator.gate('notifications.createOrder', { at: 'before-work' })
  const leaving = new AbortController()
  const gone = client.open('notifications.createOrder', { as: ttd, body: orderTo(toEmail()), signal: leaving.signal }).catch(() => {})
  await left.arrived(1)
  leaving.abort()
  await gone
  expect(left.standing).toBe(0)

  const reset = calls()
  const third = left.arrived(3)
  await left.arrived(1)
  simulator.reset()
  expect((await reset).status).toBe(503)
  await expect(third).rejects.toThrow('The gate for notifications.createOrder is closed.')
  expect((await calls()).status).toBe(201)

  const gate = simulator.gate('notifications.createOrder', { at: 'after-work' })
  const held = calls()
  await gate.arrived(1)
  expect(() => gate.release(2)).toThrow('[0, 1] are not 2 different positions')
  gate.close()
  gate.close()
  expect((await held).status).toBe(200)
  expect(() => simulator.gate('notifications.creatOrder' as never, { at: 'before-work' })).toThrow(
    'Did you mean notifications.createOrder?',
  )
})
