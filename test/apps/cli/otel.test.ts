/** `standin start --otel`: what a collector of OpenTelemetry receives. */
import { once } from 'node:events'
import { json, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createControlClient } from '../../../src/control/client.ts'
import { exampleOrder } from '../../../src/service/areas/notifications/constraints/order.ts'
import { startProcess } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { outside } from '../../support/outside.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}
/** OTLP as JSON. */
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const [server, internal, failed] = [2, 1, 2]

const named = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** Receives traces. */
async function collector() {
  const sent: Sent[] = []
  const { url, calls } = await outside((request, response) => {
    void json(request).then((body) => {
      sent.push(body as Sent)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const all = () => sent.flatMap(({ resourceSpans }) => resourceSpans)
  return {
    url,
    calls,
    spans: () => all().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resource: () => named(all()[0]?.resource.attributes),
  }
}

/** A server that sends its traces to a collector, and what sends calls to it. */
async function traced(env: Readonly<Record<string, string>> = {}) {
  const to = await collector()
  const options = ['--otel', '--json', '--clock', 'frozen', '--pace', 'instant', '--admin-token', 'a-secret']
  const { child, line } = startProcess(options, folderWith(), '0', {
    OTEL_EXPORTER_OTLP_ENDPOINT: to.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...env,
  })
  const { url } = JSON.parse(await line())
  const control = createControlClient({ base: url, send: fetch, adminToken: 'a-secret' })
  const { token } = await control.call('control.makeToken', { body: { org: 'ttd' } })
  const order = (headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/future/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(exampleOrder),
    })
  /** What the server has not sent, it sends when it stops. */
  async function spans() {
    child.kill('SIGTERM')
    await once(child, 'exit')
    return to.spans()
  }
  return { ...to, control, order, spans, complaints: text(child.stderr) }
}

test('a call continues the trace of its caller, with its stages and with the jobs that it books', async () => {
  const here = await traced()
  const [traceId, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const { status } = await here.order({ traceparent: `00-${traceId}-${parent}-01` })
  await here.control.call('control.advanceClock', { body: { by: 'P1D' } })
  const spans = await here.spans()
  const call = spans.find(({ name }) => name === 'notifications.createOrder')
  const taken = spans.find(({ name }) => name === 'notifications.takeOrder')
  const below = (above?: Span) => spans.filter(({ parentSpanId }) => parentSpanId === above?.spanId).map(({ name }) => name)

  expect(status).toBe(201)
  expect(here.calls.map(({ row }) => row)).toContain('POST /v1/traces')
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
  expect(call).toMatchObject({ parentSpanId: parent, kind: server })
  expect(named(call?.attributes)).toMatchObject({
    'http.request.method': 'POST',
    'url.path': '/future/orders',
    'http.response.status_code': 201,
    'standin.world': 'default',
    'standin.commits': 1,
  })
  expect(below(call)).toEqual(expect.arrayContaining(['identify', 'rules', 'access', 'limit', 'validate', 'handle', taken?.name]))
  expect(taken?.kind).toBe(internal)
  // What a job books is below that job.
  expect(below(taken)).not.toEqual([])
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  expect(here.resource()).toMatchObject({ 'service.name': 'standin', 'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  expect(JSON.stringify([here.resource(), spans])).not.toContain('a-secret')
})

test('a call that a scenario breaks is an error, with the name of the scenario; the variables of OpenTelemetry name the service', async () => {
  const here = await traced({ OTEL_SERVICE_NAME: 'mine', OTEL_RESOURCE_ATTRIBUTES: 'team=letters' })
  await here.control.call('control.activateScenario', { params: { name: 'unavailable' } })
  const { status } = await here.order()
  const [call] = (await here.spans()).filter(({ kind }) => kind === server)

  expect(status).toBe(503)
  expect(call).toMatchObject({ name: 'notifications.createOrder', status: { code: failed } })
  expect(named(call?.attributes)).toMatchObject({ 'standin.scenario': 'unavailable' })
  expect(here.resource()).toMatchObject({ 'service.name': 'mine', team: 'letters' })
})

test('a collector that is not there is named once, and calls go on', async () => {
  const here = await traced({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_BSP_SCHEDULE_DELAY: '1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
  })
  const statuses = [(await here.order()).status, (await here.order()).status]
  await here.spans()

  expect(statuses).toEqual([201, 200])
  expect(await here.complaints).toMatch(/^Traces cannot be sent: .*\n$/)
})
