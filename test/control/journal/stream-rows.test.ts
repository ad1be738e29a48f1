/** The journal as a stream of events. */
import { expect, vi } from 'vitest'
import { controls } from '../../../src/control/index.ts'
import { nodePlatform } from '../../../src/platform/node.ts'
import { arrange } from '../../../src/service/failures/givens.ts'
import { control } from '../../support/control.ts'
import { rule, test } from '../../support/rule.ts'

const reader = { orgNo: '347147753', clientId: 'client-a' }
const search = { as: reader, query: { resourceId: 'standin-plain' } }
const unknown = { as: reader, params: { fileTransferId: '00000000-0000-4000-8000-000000000000' } }

const streaming = controls.find(({ id }) => id === 'control.streamJournal')
const stream = (query = '', headers = {}) => new Request(`http://standin.test${streaming?.path}${query}`, { headers })

interface Event {
  readonly id: string
  readonly lines: readonly { readonly id: string; readonly method: string | null; readonly operation: string }[]
  readonly leftOut: number
  readonly missing: number
}

/** Reads a stream, up to the events with which `enough` is true. */
async function read(response: Response, enough: (events: readonly Event[]) => boolean): Promise<Event[]> {
  const body = response.body?.getReader()
  const text = new TextDecoder()
  let all = ''
  const events = () =>
    all.split('\n\n').flatMap((event) => {
      const [, id, data] = /^id: (.*)\nevent: lines\ndata: (.*)$/.exec(event) ?? []
      return data === undefined ? [] : [{ id, ...JSON.parse(data) } as Event]
    })
  while (!enough(events())) {
    const next = await body?.read()
    if (!next || next.done) break
    all += text.decode(next.value, { stream: true })
  }
  await body?.cancel()
  return events()
}

const linesOf = (events: readonly Event[]) => events.flatMap(({ lines }) => lines)
const idsOf = (events: readonly Event[]) => linesOf(events).map(({ id }) => id)
const lines = (count: number) => (events: readonly Event[]) => linesOf(events).length >= count
const opened = (events: readonly Event[]) => events.length > 0

rule('decisions §12', 'the stream opens at once, and sends each line when it is closed', async ({ send, client, ask, simulator }) => {
  const response = await send(stream())
  const events = read(response, lines(1))
  await vi.waitUntil(() => simulator.world.journal.following.size === 1)
  await client.call('fileTransfer.search', search)
  const [opening, event] = await events

  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(opening).toEqual({ id: expect.stringMatching(/^[0-9a-f]{8}:0$/), lines: [], leftOut: 0, missing: 0 })
  expect(event).toEqual({
    id: opening?.id.replace(':0', ':1'),
    lines: (await ask('control.listJournal')).body.journal,
    leftOut: 0,
    missing: 0,
  })
})

rule('decisions §12', 'the stream is filtered, goes on after the last event, and outlives a reset', async ({ send, client, simulator }) => {
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.overview', unknown)
  const behind = await send(stream('', { 'last-event-id': '1' }))
  const filtered = await send(stream('?status=4xx'))
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.overview', unknown)
  simulator.reset()
  await client.call('fileTransfer.overview', unknown)

  expect(idsOf(await read(behind, lines(4)))).toEqual(['2', '3', '4', '1'])
  expect(idsOf(await read(filtered, lines(2)))).toEqual(['4', '1'])
})

rule('decisions §12', 'jobs have a stream of their own, or share one with the calls', async ({ send, client }) => {
  const jobs = await send(stream('?jobs=true&operation=fileTransfer'))
  const both = await send(stream('?jobs=also&operation=fileTransfer'))
  const calls = await send(stream('?operation=fileTransfer'))
  await arrange(client, 'a published file transfer exists', { content: 'x' })
  const named = async (response: Response, count: number) =>
    linesOf(await read(response, lines(count))).map(({ method, operation }) => `${method ?? 'job'} ${operation}`)

  expect((await named(jobs, 1))[0]).toBe('job fileTransfer.scan')
  expect(await named(both, 4)).toEqual(
    expect.arrayContaining(['POST fileTransfer.initialize', 'POST fileTransfer.upload', 'job fileTransfer.scan']),
  )
  expect((await named(calls, 3)).filter((name) => name.startsWith('job'))).toEqual([])
})

rule('decisions §12', 'an id of another process, or of a world that was made again, begins at the beginning of the journal', async () => {
  const { send, client, simulator } = control()
  await client.call('fileTransfer.search', search)
  await client.call('fileTransfer.search', search)
  const [here] = await read(await send(stream()), opened)
  const from = async (id: string, count: number) => idsOf(await read(await send(stream('', { 'last-event-id': id })), lines(count)))

  expect(await from('0a1b2c3d:1', 2)).toEqual(['1', '2'])
  expect(await from(`${here?.id.split(':')[0]}:1`, 1)).toEqual(['2'])

  const other = simulator.knobs('other').client()
  const ofOther = (id: string) => new Request(`http://standin.test/worlds/other${streaming?.path}`, { headers: { 'last-event-id': id } })
  await other.call('fileTransfer.search', search)
  const [before] = await read(await send(ofOther('0')), opened)
  simulator.drop('other')
  const again = simulator.knobs('other').client()
  await again.call('fileTransfer.search', search)

  expect(idsOf(await read(await send(ofOther(before?.id ?? '')), lines(1)))).toEqual(['1'])
})

test('a stream that goes on from a line says how many lines are missing since', async () => {
  const { send, client } = control({ journal: 2 })
  for (let call = 0; call < 5; call++) await client.call('fileTransfer.search', search)
  const from = async (id: string) => (await read(await send(stream('', { 'last-event-id': id })), opened))[0]

  expect(await from('1')).toMatchObject({ missing: 2, lines: [{ id: '4' }, { id: '5' }] })
  expect(await from('3')).toMatchObject({ missing: 0, lines: [{ id: '4' }, { id: '5' }] })
})

test('an event has the newest 50 lines where more than 200 came, and says how many it leaves out', async ({ send, client }) => {
  const reading = (await send(stream())).body?.getReader()
  const text = async () => new TextDecoder().decode((await reading?.read())?.value)
  await text()
  await text()
  for (let call = 0; call < 730; call++) await client.call('fileTransfer.search', { as: null })
  let rest = ''
  while (!rest.includes('"id":"730"')) rest += await text()
  await reading?.cancel()
  const events = [...rest.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Event)
  const rushed = events.filter(({ leftOut }) => leftOut > 0)

  expect(linesOf(events).length + events.reduce((sum, { leftOut }) => sum + leftOut, 0)).toBe(730)
  expect(rushed).not.toEqual([])
  expect(rushed.map((event) => event.lines.length)).toEqual(rushed.map(() => 50))
})

test('a stream rests longer between events while lines come in thousands a second, and no longer than that', async () => {
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = []
  const pause = (milliseconds: number) =>
    milliseconds > 1_000 ? new Promise<void>(() => {}) : new Promise<void>((end) => void pauses.push({ milliseconds, end }))
  const { send, client } = control({ platform: { ...nodePlatform(), pause } })
  const body = (await send(stream())).body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => {
    const [, data = ''] = /^data: (.*)$/m.exec((await body?.read())?.value ?? '') ?? []
    const { lines, leftOut } = JSON.parse(data) as Event
    return [lines.length, leftOut]
  }
  /** How long each rested, how many lines it has, and how many it leaves out. */
  const batches: unknown[] = []
  await body?.read()
  await next()
  for (const calls of [30, 730, 650, 651, 200, 1]) {
    for (let call = 0; call < calls; call++) await client.call('fileTransfer.search', { as: null })
    await vi.waitUntil(() => pauses.length > batches.length)
    const rest = pauses[batches.length]
    rest?.end()
    batches.push([rest?.milliseconds, ...(await next())])
  }
  await body?.cancel()

  expect(batches).toEqual([
    [100, 30, 0],
    [100, 50, 680],
    [300, 50, 600],
    [100, 50, 601],
    [300, 200, 0],
    [100, 1, 0],
  ])
})

test('a stream whose filter is a text finds what a line shows, and no secret', async ({ send, client }) => {
  const response = await send(stream('?text=planted'))
  await client.call('fileTransfer.search', { as: reader, query: { resourceId: 'standin-plain', token: 'planted-token' } })
  await client.call('fileTransfer.search', { as: reader, query: { resourceId: 'planted-resource' } })

  expect(idsOf(await read(response, lines(1)))).toEqual(['2'])
})

test('a gap is filled whole, in events of no more than 200 lines', async ({ send, client }) => {
  for (let call = 0; call < 310; call++) await client.call('fileTransfer.search', { as: null })
  const events = await read(await send(stream('', { 'last-event-id': '0' })), lines(310))

  expect(events.map((event) => [event.lines.length, event.leftOut, event.id.split(':')[1]])).toEqual([
    [200, 0, '200'],
    [110, 0, '310'],
  ])
})

test('a stream ends with its world, with the simulator, and leaves nothing behind', async ({ send, simulator }) => {
  simulator.knobs('other').client()
  const whole = [
    (await send(stream())).text(),
    (await send(new Request('http://standin.test/worlds/other/_standin/journal/stream'))).text(),
  ]
  simulator.drop('other')
  simulator.endStreams()
  const nothing = expect.stringMatching(/^retry: 1000\n\n(?:id: .*\nevent: lines\ndata: \{"lines":\[\].*\}\n\n)?(?:: still here\n\n)?$/)

  expect(await Promise.all(whole)).toEqual([nothing, nothing])
  expect(simulator.world.journal.following.size).toBe(0)
})

test('a silent stream sends signs of life', async () => {
  const beats: (() => void)[] = []
  const pause = (milliseconds: number) => new Promise<void>((resolve) => (milliseconds > 1_000 ? void beats.push(resolve) : resolve()))
  const { send } = control({ platform: { ...nodePlatform(), pause } })
  const body = (await send(stream())).body?.pipeThrough(new TextDecoderStream()).getReader()
  const texts = [(await body?.read())?.value, (await body?.read())?.value]
  const next = body?.read()
  await vi.waitUntil(() => beats.length > 1)
  for (const beat of beats) beat()

  expect(texts).toEqual(['retry: 1000\n\n', expect.stringContaining('event: lines')])
  expect((await next)?.value).toBe(': still here\n\n')
  await body?.cancel()
})

test.for([
  ['?operation=fileTransfer.oview', {}, 'query.operation: unknown value "fileTransfer.oview".'],
  ['?scenario=outage-regster', {}, 'Did you mean outage-register? '],
  ['?since=1', {}, 'query: unknown parameter "since". Valid: operation, status'],
  ['', { 'last-event-id': 'x' }, 'Last-Event-ID: "x" is not an event id from this stream.'],
  ['', { 'last-event-id': 'x:1' }, 'Last-Event-ID: "x:1" is not an event id from this stream.'],
] as const)('the journal refuses to stream %s %j, and says why', async ([query, headers, detail], { send }) => {
  const response = await send(stream(query, headers))

  expect(response.status).toBe(400)
  expect(((await response.json()) as { detail: string }).detail).toContain(detail)
})
