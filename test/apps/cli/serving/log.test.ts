/** The log of calls on standard output. */
import { shownOn } from '../../../../src/apps/cli/frame/io.ts'
import { createLog, type LogForm, type LogLevel, logged } from '../../../../src/apps/cli/serving/log.ts'
import type { SimulatorOptions } from '../../../../src/control/create-simulator.ts'
import { frontDoor } from '../../../../src/control/front-door.ts'
import type { CallHeaders } from '../../../../src/service/wire/call.ts'
import { expect, test } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

const nowhere = shownOn({ stdout: { write() {} }, stderr: { write() {} }, env: {}, folder: '' })

function logging(form: LogForm, options: Partial<SimulatorOptions> = {}, least: LogLevel = 'info', control = false) {
  const { simulator } = standin(options)
  const lines: string[] = []
  const carrier = logged(frontDoor(simulator), createLog(nowhere, form, least, control), (text) => void lines.push(text))
  async function call(url: string, headers: CallHeaders = {}) {
    const { signal } = new AbortController()
    const delivery = await carrier({ method: 'GET', url, headers, signal, isLocal: () => true })
    delivery.sent({ bytes: 1, complete: true })
  }
  return { simulator, lines, call }
}

test('a call is one line: time, method, path, status, code, milliseconds, and why it was answered so', async () => {
  const { simulator, lines, call } = logging('text')
  const { token } = await simulator.token({ scope: 'altinn:serviceowner/notifications.create' })
  await call('/future/shipment/none?a=secret', { authorization: `Bearer ${token}` })

  expect(lines).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z GET \/future\/shipment\/none 404 NOT-00003 [\d.]+ms (?!NOT)\w.+$/),
  ])
})

test('a call under a scenario names it', async () => {
  const { simulator, lines, call } = logging('json')
  const { token } = await simulator.token({ scope: 'altinn:broker.read' })
  const headers = { authorization: `Bearer ${token}`, 'x-standin-scenario': 'outage-authorization' }
  await call('/worlds/other/production/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000', headers)

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      method: 'GET',
      path: expect.stringMatching(/^\/worlds\/other\/production\/broker/),
      status: 404,
      code: 'BRO-00001',
      scenario: 'outage-authorization',
    },
  ])
})

test('control calls, unknown paths and impossible worlds are logged without code or scenario', async () => {
  const { lines, call } = logging('json', { maxWorlds: 1 })
  const headers = { prefer: 'code=NOT-00004' }
  for (const path of ['/future/shipment/none', '/_standin/health', '/nowhere', '/worlds/BAD/nowhere', '/worlds/one-more/nowhere']) {
    await call(path, path.startsWith('/future') ? headers : {})
  }

  expect(lines.map((line) => JSON.parse(line)).map(({ path, status, code }) => [path, status, code])).toEqual([
    ['/future/shipment/none', 503, 'NOT-00004'],
    ['/_standin/health', 200, null],
    ['/nowhere', 404, null],
    ['/worlds/BAD/nowhere', 400, null],
    ['/worlds/one-more/nowhere', 503, null],
  ])
})

test('the line of a call that Standin itself refuses says why', async () => {
  const { lines, call } = logging('text')
  await call('/_standin/scenarios/outage-registr')

  expect(lines).toEqual([
    expect.stringMatching(
      / GET \/_standin\/scenarios\/outage-registr 400 [\d.]+ms Unknown scenario: "outage-registr"\. Did you mean outage-register\?/,
    ),
  ])
})

test('with the log off, the carrier is the simulator itself', ({ simulator }) => {
  expect(logged(simulator.carry, createLog(nowhere, 'off', 'info'), () => {})).toBe(simulator.carry)
})

test('of an answer, nothing but the report of its end is changed', async () => {
  const pending = { answer: { status: 200, headers: {} }, signal: new AbortController().signal, by: 'none', sent() {} } as const
  const carrier = logged(
    async () => pending,
    createLog(nowhere, 'text', 'info'),
    () => {},
  )
  const call = { method: 'GET', url: '/', headers: {}, signal: pending.signal, isLocal: () => true }

  expect(await carrier(call)).toEqual({ ...pending, sent: expect.any(Function) })
})

test('the line of a refused token says what is wrong with it', async () => {
  const { simulator, lines, call } = logging('text')
  const { token } = await simulator.token({ scope: 'altinn:broker.read' })
  await simulator.advance({ by: 8 * 86_400_000 })
  await call('/worlds/mine/future/shipment/none')
  await call('/broker/api/v1/filetransfer', { authorization: `Bearer ${token}` })

  expect(lines).toEqual([
    expect.stringMatching(/ 401 [\d.]+ms unauthenticated: the call has no Authorization header$/),
    expect.stringMatching(/ 401 [\d.]+ms unauthenticated: the token expired at \S+; the time is \S+$/),
  ])
})

test('calls of control rows that succeeded are left out of the text, unless they are asked for', async () => {
  const paths = ['/_standin/health', '/worlds/mine/_standin/none', '/nowhere', '/worlds/default/_standin/journal?limit=1']
  const shown = async (...[form, control]: [LogForm, boolean]) => {
    const { lines, call } = logging(form, {}, 'info', control)
    for (const path of paths) await call(path)
    return lines.map((line) => paths.indexOf(paths.find((path) => line.includes(path.split('?')[0] ?? '')) ?? ''))
  }

  expect(await shown('text', false)).toEqual([1, 2])
  expect(await shown('text', true)).toEqual([0, 1, 2, 3])
  expect(await shown('json', false)).toEqual([0, 1, 2, 3])
})

test('a path cannot forge a line', async () => {
  const { lines, call } = logging('text')
  await call('/a\nb \u001b[31m\ud800')

  expect(lines).toEqual([expect.stringMatching(/^\S+ GET \/a%0Ab%20%1B\[31m\S* 404 [\d.]+ms [\x20-\x7e]+$/)])
})

test('a line of JSON says where the call went, and why it was answered so', async () => {
  const { lines, call } = logging('json')
  await call('/worlds/mine/future/shipment/none')

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    world: 'mine',
    operation: 'notifications.getShipment',
    status: 401,
    why: expect.stringContaining('Authorization'),
  })
})

test('with the level warn only outages and mistakes are logged', async () => {
  const { lines, call } = logging('json', {}, 'warn')
  await call('/future/shipment/none')
  await call('/future/shipment/none', { prefer: 'code=NOT-00004' })
  await call('/_standin/nowhere')

  expect(lines.map((line) => JSON.parse(line)).map(({ level, status }) => [level, status])).toEqual([
    ['warn', 503],
    ['warn', 404],
  ])
})
