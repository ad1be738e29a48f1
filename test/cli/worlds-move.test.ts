/** `standin worlds move`, and the list of the worlds of several servers. */

import { expect, onTestFinished, test } from 'vitest'
import { fileTransfers } from '../../src/areas/file-transfer/records/file-transfer-index.ts'
import { createControlClient } from '../../src/control/rows/client.ts'
import { type RunningSimulator, startSimulator } from '../../src/index.ts'
import { otherServer, run } from '../support/command-line.ts'
import { published } from '../support/file-transfers.ts'

const begin = '2026-06-01T10:00:00Z'

async function serve(instance: string, peers?: readonly string[]): Promise<RunningSimulator> {
  const running = await startSimulator({ port: 0, clock: 'frozen', now: begin, instance, ...(peers && { peers }) })
  onTestFinished(() => running.close())
  return running
}

/** Two servers, and a world with a file that does not lie in its snapshot. */
async function twoServers() {
  const [a, b] = await Promise.all([serve('a'), serve('b')])
  const file = await published(a.simulator.knobs('team').client(), { content: new Uint8Array(100_000).fill(7) })
  return { a, b, file, move: (...args: string[]) => run(['worlds', 'move', ...args]) }
}

const between = ({ url: from }: RunningSimulator, { url: to }: RunningSimulator) => ['--from', from, '--to', to]
const namesAt = ({ simulator }: RunningSimulator) => simulator.worlds().map(({ name }) => name)
const callAt = ({ url }: RunningSimulator, world: string) => fetch(`${url}/worlds/${world}/future/shipment/none`)
const controlOf = ({ url }: RunningSimulator) => createControlClient({ base: url, send: fetch })

test('a world moves with everything in it, and the old server refuses its calls', async () => {
  const { a, b, file, move } = await twoServers()
  await a.simulator.knobs('team').advance({ by: 'P1D' })
  const moved = await move('team', ...between(a, b))
  const [old, now] = [await callAt(a, 'team'), await callAt(b, 'team')]

  expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 world moved.'), err: '' })
  expect([namesAt(a), namesAt(b)]).toEqual([['default'], ['default', 'team']])
  expect([old.status, old.headers.get('retry-after'), now.status]).toEqual([503, '1', 401])
  expect(b.simulator.knobs('team').clock.show().now).toBe('2026-06-02T10:00:00Z')
  expect(b.simulator.knobs('team').world.environments.test.of(fileTransfers).get(file)?.content?.size).toBe(100_000)
  expect(await move('team', ...between(a, b))).toMatchObject({ code: 0, out: expect.stringContaining('0 of 1 world moved.') })
})

test('the default world moves, too, and is empty where it was', async () => {
  const { a, b, move } = await twoServers()
  await published(a.simulator.client())
  await move('default', ...between(a, b))

  expect([a, b].map(({ simulator }) => simulator.state().environments.test.fileTransfers.total)).toEqual([0, 1])
})

test('a move that fails leaves the world open where it was', async () => {
  const { a, move } = await twoServers()
  const failing = await otherServer((request, response) => {
    const isList = request.url?.startsWith('/_standin/worlds?')
    response.writeHead(isList || request.url?.endsWith('/closed') ? 200 : 507, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isList ? { worlds: [], total: 0, next: null } : { name: 'team', closing: 1, detail: 'The disk is full.' }))
  })
  const moved = await move('team', '--from', a.url, '--to', failing)

  expect(moved).toMatchObject({ code: 1, err: expect.stringContaining('The disk is full.') })
  expect([(await callAt(a, 'team')).status, namesAt(a)]).toEqual([401, ['default', 'team']])
})

test('a move that broke off goes on: before the world left its server, and after', async () => {
  const { a, b, move } = await twoServers()
  const params = { name: 'team' }
  await controlOf(a).call('control.closeWorld', { params })
  await controlOf(b).call('control.makeWorld', { params })
  await controlOf(b).call('control.closeWorld', { params })
  const first = await move('team', ...between(a, b))
  await controlOf(b).call('control.closeWorld', { params })
  const second = await move('team', ...between(a, b))

  expect([first.code, second.code]).toEqual([0, 0])
  expect([namesAt(a), (await callAt(b, 'team')).status]).toEqual([['default'], 401])
})

test('a world that exists in both places stays in both', async () => {
  const { a, b, move } = await twoServers()
  await callAt(b, 'team')

  expect(await move('team', ...between(a, b))).toMatchObject({ code: 1, err: expect.stringContaining('Drop it where it is not needed.') })
  expect([await callAt(a, 'team'), await callAt(b, 'team')].map(({ status }) => status)).toEqual([401, 401])
})

test('a proxy decides which worlds move where', async () => {
  const { a, b, move } = await twoServers()
  await callAt(b, 'other')
  // Every call to b is answered by b, as if it were a proxy that knows no other server.
  const asked = ['--by', b.url, '--among', `${a.url},${b.url}`]
  const planned = await move(...asked, '--plan', '--json')
  const before = namesAt(a)
  const moved = await move(...asked)

  expect(JSON.parse(planned.out)).toEqual({ moves: [{ name: 'team', from: a.url, to: b.url }], total: 1 })
  expect([before, moved.code, namesAt(a), namesAt(b)]).toEqual([['default', 'team'], 0, ['default'], ['default', 'other', 'team']])
})

test.each([
  [['team'], 'Name worlds, --from and --to; or --by and --among.'],
  [['--by', 'http://127.0.0.1:1'], '--by needs --among'],
  [['team', '--from', 'http://127.0.0.1:1', '--to', 'http://127.0.0.1:1'], 'are both http://127.0.0.1:1'],
])('"worlds move %s" is misuse', async (args, message) => {
  expect(await run(['worlds', 'move', ...args])).toMatchObject({ code: 2, err: expect.stringContaining(message) })
})

test('a closed world answers no control row but those that move it', async () => {
  const { a } = await twoServers()
  await controlOf(a).call('control.closeWorld', { params: { name: 'team' } })
  const [state, snapshot, other] = await Promise.all(
    ['worlds/team/_standin/state', 'worlds/team/_standin/snapshot', '_standin/state'].map((path) => fetch(`${a.url}/${path}`)),
  )

  expect([state?.status, snapshot?.status, other?.status]).toEqual([503, 200, 200])
  await controlOf(a).call('control.openWorld', { params: { name: 'team' } })
  expect((await callAt(a, 'team')).status).toBe(401)
})

test('a close waits for the calls in flight', async () => {
  const { a } = await twoServers()
  const { simulator } = a
  simulator.knobs('team').scenarios.define('slow', { summary: 'Slow', rules: [{ on: 'all', latency: 'PT0.3S' }] })
  await simulator.knobs('team').scenarios.use('slow')
  const ended: string[] = []
  const slow = callAt(a, 'team').then(({ status }) => ended.push(`call ${status}`))
  while (simulator.knobs('team').world.inFlight.size === 0) await new Promise((resolve) => setImmediate(resolve))
  await controlOf(a)
    .call('control.closeWorld', { params: { name: 'team' } })
    .then(() => ended.push('closed'))
  await slow

  expect(ended).toEqual(['call 401', 'closed'])
})

test('the list has the worlds of all peers, and names a peer that does not answer', async () => {
  const a = await serve('a')
  await callAt(a, 'team')
  const b = await serve('b', [a.url, 'http://127.0.0.1:1'])
  const { worlds, unreachable } = await controlOf(b).call('control.listWorlds')
  const listed = await run(['worlds', '--url', b.url])

  expect(worlds.map(({ name, instance }) => [name, instance])).toEqual([
    ['default', undefined],
    ['default', 'a'],
    ['team', 'a'],
  ])
  expect(unreachable).toEqual([{ url: 'http://127.0.0.1:1', why: expect.any(String) }])
  expect(listed.out).toMatch(/^NAME +CREATED +CALLS +SERVER\n/)
  expect(listed.out).toContain('The peer http://127.0.0.1:1 did not answer: ')
  expect((await (await fetch(`${b.url}/_standin/health`)).json()).instance).toBe('b')
})

test('a server that is among its own peers lists its worlds once', async () => {
  const peers: string[] = []
  const a = await serve('a', peers)
  peers.push(a.url)

  expect(await controlOf(a).call('control.listWorlds')).toMatchObject({ total: 1, unreachable: [] })
})

test('a move that was killed when it had sent files goes on at once', async () => {
  const { a, b, file, move } = await twoServers()
  const [from, to] = [a, b].map(({ url }) => `${url}/worlds/team/_standin/snapshot`) as [string, string]
  const document = (await (await fetch(from)).json()) as { contents: [{ sha256: string }] }
  const [{ sha256 }] = document.contents
  async function send() {
    const body = await (await fetch(`${from}/contents/${sha256}`)).bytes()
    return (await fetch(`${to}/contents/${sha256}`, { method: 'PUT', body })).status
  }
  expect([await send(), b.simulator.knobs('team').world.inFlight.size]).toEqual([204, 0])
  await controlOf(b).call('control.closeWorld', { params: { name: 'team' } })
  expect(await send()).toBe(204)
  expect(await move('team', ...between(a, b))).toMatchObject({ code: 0, err: '' })
  expect(b.simulator.knobs('team').world.environments.test.of(fileTransfers).get(file)?.content?.size).toBe(100_000)
})

test('the default world that has moved is not there any more, though it answers 503', async () => {
  const { a, b, move } = await twoServers()
  await published(a.simulator.client())
  await move('default', ...between(a, b))

  expect(await move('default', ...between(a, b))).toMatchObject({ code: 0, out: expect.stringContaining('0 of 1 world moved.') })
  const again = await move('--by', b.url, '--among', `${a.url},${b.url}`, '--json')
  expect(again.err).toBe('')
  expect(JSON.parse(again.out).moved).toEqual([{ name: 'team', from: a.url, to: b.url }])
  b.simulator.reset()
  expect(await move('default', ...between(a, b))).toMatchObject({ code: 2, err: expect.stringContaining('has no records at') })
  await published(b.simulator.client())
  expect(await move('default', ...between(b, a))).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 world moved.') })
  expect([a, b].map(({ simulator }) => simulator.state().environments.test.fileTransfers.total)).toEqual([1, 0])
})

test('a move of the default world that broke off when it was empty here keeps what it carried', async () => {
  const { a, b, move } = await twoServers()
  await published(a.simulator.client())
  await move('default', ...between(a, b))
  // The last step of the move opens it.
  await controlOf(b).call('control.closeWorld', { params: { name: 'default' } })

  expect(await move('default', ...between(a, b))).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 world moved.') })
  expect([b.simulator.state().environments.test.fileTransfers.total, (await callAt(b, 'default')).status]).toEqual([1, 401])
})
