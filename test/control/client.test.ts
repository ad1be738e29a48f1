/** The typed client of control rows, in process. */
import {
  type ControlInput,
  ControlRefused,
  type ControlReply,
  type ControlRequest,
  controlUrl,
  createControlClient,
} from '../../src/control/client.ts'
import { controlFacts } from '../../src/control/facts.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { controls } from '../../src/control/index.ts'
import { expect, test } from '../support/rule.ts'
import { reachable, readFolders } from '../support/source.ts'
import { base, standin } from '../support/standin.ts'

function made() {
  const here = standin()
  return { ...here, control: createControlClient({ base, send: (url, request) => here.send(new Request(url, request)) }) }
}

test('a call has the input and the reply of its row', async () => {
  const { control, simulator } = made()
  const account = await control.call('control.advanceClock', { body: { by: 'PT1S' } })
  const scenario = await control.call('control.activateScenario', { params: { name: 'outage-register' }, body: { ttl: 'PT5M' } })
  const { messages } = await control.call('control.listOutbox', { query: { channel: 'SMS' } })

  expect(account.now).toBe('2026-06-01T10:00:01Z')
  expect(scenario.until).toBe('2026-06-01T10:05:01Z')
  expect(messages).toEqual(simulator.outbox.list({ channel: 'SMS' }).messages)
})

test('an empty reply is undefined', async () => {
  expect(await made().control.call('control.clearOutbox')).toBeUndefined()
})

test('a verdict that fails is a reply, not a refusal', async () => {
  const { control } = made()
  const verdict = await control.call('control.verifyJournal', { body: { operation: 'notifications.createOrder' } })

  expect(verdict).toMatchObject({ ok: false, count: 0, nearest: [] })
})

test('a refusal is thrown, with what it says', async () => {
  const { control } = made()
  const refused = control.call('control.showScenario', { params: { name: 'a/b' } })

  await expect(refused).rejects.toBeInstanceOf(ControlRefused)
  await expect(refused).rejects.toMatchObject({
    status: 400,
    url: `${base}/_standin/scenarios/a%2Fb`,
    message: expect.stringMatching(/^Unknown scenario: "a\/b"\. Valid: /),
    choices: expect.arrayContaining(['outage-register']),
    isMisuse: true,
  })
})

test('a parameter that would lead to another row is refused, by the client and by the row', async () => {
  const { control, simulator } = made()
  const [signal, headers] = [new AbortController().signal, { 'content-type': 'application/json' }]
  const raw = async (method: string, path: string) => {
    const { answer } = await frontDoor(simulator)({ method, url: `/_standin${path}`, headers, signal, isLocal: () => true })
    return JSON.parse(answer.body as string)
  }
  await control.call('control.activateScenario', { params: { name: 'outage-register' } })

  await expect(control.call('control.deactivateScenario', { params: { name: '.' } })).rejects.toThrow('name is "."')
  await expect(control.call('control.setLimit', { params: { caller: '..', operation: 'dialect' }, body: { left: 1 } })).rejects.toThrow(
    'caller is ".."',
  )
  for (const way of ['.', '..', '%2e', '%2e%2E', '%252e']) {
    expect(await raw('DELETE', `/scenarios/${way}/active`)).toMatchObject({ status: 400, detail: expect.stringMatching(/^name is /) })
  }
  expect((await control.call('control.showScenario', { params: { name: 'outage-register' } })).active).toBe(true)
})

test('a stream yields the data of each event, until the world is dropped', async ({ here }) => {
  here.clientOf('/worlds/mine')
  const mine = createControlClient({ base: `${base}/worlds/mine`, send: (url, request) => here.send(new Request(url, request)) })
  const stream = mine.stream('control.streamJournal', { query: { operation: 'fileTransfer' } })
  const opening = await stream.next()
  const first = stream.next()
  await expect.poll(() => here.simulator.knobs('mine').world.journal.following.size).toBe(1)
  await here.clientOf('/worlds/mine').call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })

  expect(opening.value).toEqual({ lines: [], leftOut: 0, missing: 0 })
  expect(await first).toMatchObject({ done: false, value: { lines: [{ id: '1', operation: 'fileTransfer.search', status: 200 }] } })
  here.simulator.drop('mine')
  expect(await stream.next()).toMatchObject({ done: true })
})

test('a stream that is refused throws', async () => {
  const { control } = made()

  await expect(control.stream('control.streamJournal', { query: { status: '9' } }).next()).rejects.toBeInstanceOf(ControlRefused)
})

test('the admin token goes along', async () => {
  const seen: (string | undefined)[] = []
  const send = async (_: string, { headers }: ControlRequest) => {
    seen.push(headers.authorization)
    return Response.json({ status: 'ok' })
  }
  await createControlClient({ base, send, adminToken: 'secret' }).call('control.health')
  await createControlClient({ base, send }).call('control.health')

  expect(seen).toEqual(['Bearer secret', undefined])
})

test('an address has its parameters and its query', () => {
  const query = { operation: 'fileTransfer', status: undefined, limit: 3 }

  expect(controlUrl(`${base}/worlds/mine`, 'control.listJournal', { query })).toBe(
    `${base}/worlds/mine/_standin/journal?operation=fileTransfer&limit=3`,
  )
  expect(controlUrl(base, 'control.reportDelivery', { params: { id: 'a b', n: 0 } })).toBe(`${base}/_standin/shipments/a%20b/recipients/0`)
})

test('the table of paths names every row, in the order of the table', () => {
  expect(Object.keys(controlFacts)).toEqual(controls.map(({ id }) => id))
})

/** The type check fails when a member of a reply or an input is renamed, or loses its type. */
test('types come from the control table', () => {
  type Message = ControlReply<'control.listOutbox'>['messages'][number]
  const read = ({ to, at, status }: Pick<Message, 'to' | 'at' | 'status'>): string =>
    `${to satisfies string} ${at satisfies string} ${status}`
  // @ts-expect-error: a message has no such member.
  const unknown = ({ recipient }: Message) => recipient
  // @ts-expect-error: the channel does not exist.
  const input: ControlInput<'control.listOutbox'> = { query: { channel: 'Fax' } }
  // @ts-expect-error: the row needs a body.
  const missing: ControlInput<'control.advanceClock'> = {}

  expect([read, unknown, input, missing]).toHaveLength(4)
})

test('the command line and the client load no table, no engine and no Express', () => {
  const sources = readFolders('src')
  const loaded = [...reachable(sources, 'src/apps/cli/main.ts'), ...reachable(sources, 'src/control/client.ts')]

  expect(loaded.filter(({ path }) => /^src\/hosts\/|^src\/control\/index|^src\/service\/(areas\/index|engine\/engine)/.test(path))).toEqual(
    [],
  )
  expect(loaded.flatMap(({ packages }) => packages).filter((name) => /^(zod|express|jose)/.test(name))).toEqual([])
  expect(loaded.map(({ path }) => path)).toContain('src/control/facts.ts')
})
