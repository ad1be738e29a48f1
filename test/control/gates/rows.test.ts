/** Gates over HTTP: races that a test outside the process sets up. */
import { control, refusal } from '../../support/control.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { expect, rule } from '../../support/rule.ts'

const operation = 'notifications.createOrder'
const before = { operation, at: 'before-work' }
const path = '/future/orders'

function made() {
  const here = control()
  return { ...here, order: () => here.client.call(operation, { as: ttd, body: orderTo(toEmail()) }) }
}

rule('decisions §12', 'a gate stops calls, shows who has arrived, and lets them go on in an order', async () => {
  const { ask, order } = made()
  const put = await ask('control.putGate', { params: before })
  expect([put.status, put.body]).toEqual([201, { ...before, standing: 0, calls: [] }])
  expect((await ask('control.putGate', { params: before })).status).toBe(200)

  const first = order()
  expect((await ask('control.showGate', { params: before, query: { arrived: '1' } })).body).toMatchObject({ standing: 1 })
  const waiting = ask('control.showGate', { params: before, query: { arrived: '2', within: 'PT10S' } })
  const second = order()
  const { body } = await waiting
  expect(body).toEqual({
    ...before,
    standing: 2,
    calls: [
      { id: expect.any(String), method: 'POST', path: expect.stringContaining(path) },
      { id: expect.any(String), method: 'POST', path: expect.stringContaining(path) },
    ],
  })
  expect((await ask('control.listGates')).body).toEqual({ gates: [body] })

  const released = await ask('control.releaseGate', { params: before, body: { order: [1, 0] } })
  expect(released.body).toEqual({ ...before, standing: 0, calls: [] })
  expect([(await first).status, (await second).status]).toEqual([200, 201])
  const lines = await Promise.all(body.calls.map(({ id }: { id: string }) => ask('control.showJournalLine', { params: { id } })))
  expect(lines.map((line) => line.body.status)).toEqual([200, 201])
})

rule('decisions §12', 'calls go on one by one, and all when the gate is removed', async () => {
  const { ask, order } = made()
  const after = { operation, at: 'after-work' }
  await ask('control.putGate', { params: after })
  const calls = [order(), order(), order()]
  await ask('control.showGate', { params: after, query: { arrived: '3' } })

  expect((await ask('control.releaseGate', { params: after, body: { calls: 1 } })).body.standing).toBe(2)
  expect((await ask('control.releaseGate', { params: after, body: { calls: 3 } })).body.detail).toEqual(
    expect.stringMatching(/^release: \[0, 1, 2\] are not 3 different p/),
  )
  expect((await ask('control.releaseGate', { params: after, body: { calls: 1, order: [0, 1] } })).status).toBe(400)
  expect((await ask('control.removeGate', { params: after })).status).toBe(204)
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([201, 200, 200])
  expect(await ask('control.removeGate', { params: after })).toMatchObject({
    status: 404,
    body: { detail: `There is no gate at "${operation}", after-work. Valid: none yet.` },
  })
})

rule('decisions §12', 'who waits for calls that do not come is answered 408', async () => {
  const { ask, order } = made()
  await ask('control.putGate', { params: before })
  const held = order()
  await ask('control.showGate', { params: before, query: { arrived: '1' } })

  expect(await ask('control.showGate', { params: before, query: { arrived: '2', within: '10ms' } })).toMatchObject({
    status: 408,
    body: { detail: `After 10ms, 1 call is held at ${operation}, before-work, but 2 were expected.` },
  })
  await ask('control.removeGate', { params: before })
  expect((await held).status).toBe(201)
})

rule('decisions §12', 'a reset, the end of the gate and the end of the streams let everyone go who stands or waits', async () => {
  const { ask, order, simulator } = made()
  await ask('control.putGate', { params: before })
  const [ended, removed] = [order(), ask('control.showGate', { params: before, query: { arrived: '5' } })]
  await ask('control.showGate', { params: before, query: { arrived: '1' } })
  await ask('control.removeGate', { params: before })
  expect(await removed).toMatchObject({ status: 409, body: { detail: `The gate for ${operation} is closed.` } })
  expect((await ended).status).toBe(201)

  await ask('control.putGate', { params: before })
  const [held, waiting] = [order(), ask('control.showGate', { params: before, query: { arrived: '5' } })]
  await ask('control.showGate', { params: before, query: { arrived: '1' } })
  await ask('control.reset')
  expect([(await held).status, (await waiting).status]).toEqual([503, 503])
  expect((await ask('control.listGates')).body).toEqual({ gates: [] })

  await ask('control.putGate', { params: before })
  const [last, late] = [order(), ask('control.showGate', { params: before, query: { arrived: '5' } })]
  await ask('control.showGate', { params: before, query: { arrived: '1' } })
  simulator.endStreams()
  expect([(await last).status, (await late).status]).toEqual([201, 408])
})

rule('decisions §12', 'a gate of an operation that does not exist is refused with the choices', async () => {
  const { ask, simulator } = made()
  expect(await ask('control.putGate', { params: { operation: 'notifications.creatOrder', at: 'before-work' } })).toMatchObject(
    refusal(400, `Did you mean ${operation}?`),
  )
  expect(await ask('control.putGate', { params: { operation, at: 'during-work' } })).toMatchObject({
    status: 400,
    body: { choices: ['before-work', 'after-work'] },
  })
  for (const [query, detail] of [
    [{ arrived: '0' }, 'query.arrived: "0" is not a number of calls. Valid: 1 to 1000.'],
    [{ arrived: '2', within: 'soon' }, 'query.within: "soon" is not a duration of fixed length, such as 30s, 1h30m, 8d or PT10M.'],
  ] as const) {
    expect(await ask('control.showGate', { params: before, query })).toMatchObject({ status: 400, body: { detail } })
  }
  simulator.gate('fileTransfer.search', { at: 'after-work' })
  expect(await ask('control.showGate', { params: before })).toMatchObject({
    status: 404,
    body: { choices: ['fileTransfer.search after-work'] },
  })
})
