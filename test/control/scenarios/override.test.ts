/** Replies of a user's own in place of the service. */

import { expect, expectTypeOf } from 'vitest'
import { orders } from '../../../src/service/areas/notifications/records.ts'
import { arrange } from '../../../src/service/failures/givens.ts'
import { Misuse } from '../../../src/service/wire/misuse.ts'
import { orderTo, toEmail } from '../../support/orders.ts'
import { test } from '../../support/rule.ts'

const order = orderTo(toEmail(), { idempotencyId: 'one' })
const unknown = { params: { fileTransferId: '5a0f6f0e-64a5-4a4e-9d3b-0c8c6e1d7b52' } }

test('an override answers as many calls as it is told to, and the journal says so', async ({ client, simulator }) => {
  simulator.override('fileTransfer.download', { status: 200, body: 'three', headers: { 'X-Own': 'yes' } }, { times: 2 })

  const replies = [1, 2, 3].map(() => client.call('fileTransfer.download', unknown))
  const [first, second, third] = await Promise.all(replies)

  expect([first?.text, second?.text, third?.status]).toEqual(['three', 'three', 404])
  expect(first?.headers.get('x-own')).toBe('yes')
  expect(simulator.journal.list().journal.map(({ status, stage, why }) => [status, stage, why])).toEqual([
    [200, 'rules', 'an override of fileTransfer.download replied instead of the service'],
    [200, 'rules', 'an override of fileTransfer.download replied instead of the service'],
    [404, 'handle', expect.not.stringContaining('override')],
  ])
})

test('an override ends when it is called off, and with a reset of its world', async ({ client, simulator }) => {
  const statusOf = async () => (await client.call('fileTransfer.overview', unknown)).status
  const end = simulator.override('fileTransfer.overview', { status: 503 })

  const before = await statusOf()
  end()
  const after = await statusOf()
  simulator.override('fileTransfer.overview', { status: 503 })
  const again = await statusOf()
  simulator.reset(['scenarios'])
  const fresh = await statusOf()
  end()

  expect([before, after, again, fresh]).toEqual([503, 404, 503, 404])
})

test('an override holds for its own world and operation only', async ({ clientOf, simulator }) => {
  simulator.knobs('mine').override('fileTransfer.overview', { status: 418, body: { short: 'and stout' } })

  const statuses = await Promise.all([
    clientOf('/worlds/mine').call('fileTransfer.overview', unknown),
    clientOf('/worlds/mine/production').call('fileTransfer.overview', unknown),
    clientOf('/worlds/mine').call('fileTransfer.details', unknown),
    clientOf().call('fileTransfer.overview', unknown),
  ])

  expect(statuses.map(({ status }) => status)).toEqual([418, 418, 404, 404])
  expect([statuses[0]?.headers.get('content-type'), statuses[0]?.text]).toEqual([
    'application/json; charset=utf-8',
    '{"short":"and stout"}',
  ])
})

test('the newest override comes first, and a function may leave a call to the next one', async ({ client, simulator }) => {
  simulator.override('fileTransfer.overview', { status: 503 })
  const seen: string[] = []
  simulator.override(
    'fileTransfer.overview',
    ({ params: { fileTransferId } }) => {
      seen.push(fileTransferId)
      return fileTransferId.startsWith('5a') ? { status: 410 } : undefined
    },
    { times: 1 },
  )

  const other = await client.call('fileTransfer.overview', { params: { fileTransferId: crypto.randomUUID().replace(/^../, '6b') } })
  const meant = await client.call('fileTransfer.overview', unknown)
  const later = await client.call('fileTransfer.overview', unknown)

  expect([other.status, meant.status, later.status]).toEqual([503, 410, 503])
  expect(seen).toHaveLength(2)
})

test('a function sees the request as the service reads it, and the service can still answer it', async ({ client, simulator }) => {
  const seen: unknown[] = []
  simulator.override('notifications.createOrder', async ({ caller, headers, input, operation, query }) => {
    const { body } = await input()
    expectTypeOf(body.idempotencyId).toEqualTypeOf<string>()
    seen.push([operation, caller?.org, headers['content-type'], query.get('x'), body.idempotencyId])
    return body.idempotencyId === 'two' ? { status: 429, headers: { 'retry-after': '7' } } : undefined
  })

  const one = await client.call('notifications.createOrder', { body: order, query: { x: 'y' } })
  const two = await client.call('notifications.createOrder', { body: { ...order, idempotencyId: 'two' } })
  const bad = await client.call('notifications.createOrder', { body: { ...order, idempotencyId: '' } })

  expect([one.status, two.status, two.headers.get('retry-after'), bad.status]).toEqual([201, 429, '7', 400])
  expect(seen).toEqual([
    ['notifications.createOrder', 'ttd', 'application/json', 'y', 'one'],
    ['notifications.createOrder', 'ttd', 'application/json', null, 'two'],
  ])
  expect(simulator.world.environments.test.of(orders).size).toBe(1)
})

test('a Response is sent as it is, each time, and Response.error() breaks the connection', async ({ client, simulator }) => {
  const garbage = new Response('{"half":', { status: 202, headers: { 'content-type': 'text/html', 'content-length': '8' } })
  const end = simulator.override('notifications.createOrder', garbage)

  const [first, second] = [
    await client.call('notifications.createOrder', { body: order }),
    await client.call('notifications.createOrder', { body: order }),
  ]
  end()
  simulator.override('notifications.createOrder', () => Response.error(), { times: 1 })

  expect([first.status, first.text, first.headers.get('content-type'), second.text]).toEqual([202, '{"half":', 'text/html', '{"half":'])
  await expect(client.call('notifications.createOrder', { body: order })).rejects.toThrow('fetch failed')
  expect((await client.call('notifications.createOrder', { body: order })).status).toBe(201)
})

test('an override answers before access and scenarios, and Prefer before it', async ({ client, simulator }) => {
  await simulator.scenarios.use('outage-register')
  simulator.override('fileTransfer.overview', { status: 410 })

  const anonymous = await client.call('fileTransfer.overview', { ...unknown, as: null })
  const preferred = await client.call('fileTransfer.overview', { ...unknown, headers: { prefer: 'code=503' } })

  expect([anonymous.status, preferred.status]).toEqual([410, 503])
})

test('a reply that the operation declares has the form of the service', async ({ client, simulator }) => {
  const values = await arrange(client, 'a published file transfer exists')
  const { body } = await client.call('fileTransfer.overview', { params: values })
  simulator.override('fileTransfer.overview', { status: 200, body: { ...body, fileTransferStatus: 'Failed' } })

  const reply = await client.call('fileTransfer.overview', { params: values })

  expect(reply.body).toEqual({ ...body, fileTransferStatus: 'Failed' })
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test.for([
  [
    'what a function throws',
    () => {
      throw new TypeError('no such field')
    },
    'The override of fileTransfer.overview threw: no such field',
  ],
  ['a reply that cannot be sent', () => ({ status: 99 }), 'override.status: 99 is less than 200.'],
])('the user is told of %s, which is not a defect of Standin', async ([, reply, told], { client, simulator }) => {
  simulator.override('fileTransfer.overview', reply as never)

  const { headers, problem, status } = await client.call('fileTransfer.overview', unknown)

  expect(status).toBeGreaterThanOrEqual(400)
  expect(headers.has('x-standin-misuse')).toBe(true)
  expect(problem.detail).toContain(told)
})

test('an override of what does not exist, or with what cannot be sent, is refused with the valid choices', ({ simulator }) => {
  const thrownBy = (run: () => unknown) => {
    try {
      run()
    } catch (thrown) {
      return thrown instanceof Misuse ? [thrown.message, thrown.choices?.length ?? 0] : thrown
    }
    return undefined
  }

  // @ts-expect-error: there is no such operation.
  expect(thrownBy(() => simulator.override('fileTransfer.downlaod', { status: 200 }))).toEqual([
    expect.stringContaining('override: unknown operation "fileTransfer.downlaod".'),
    expect.any(Number),
  ])
  expect(thrownBy(() => simulator.override('fileTransfer.download', { status: 503 }, { times: 0 }))).toEqual([
    'override: times must be a whole number of at least 1, not 0.',
    0,
  ])
  // @ts-expect-error: this is not a status.
  expect(thrownBy(() => simulator.override('fileTransfer.download', { status: 1000 }))).toEqual([
    expect.stringContaining('override.status'),
    0,
  ])
  expect(thrownBy(() => simulator.override('fileTransfer.download', { status: 503, headers: { 'content-length': '3' } }))).toEqual([
    expect.stringContaining('the server itself writes this header'),
    0,
  ])
})
