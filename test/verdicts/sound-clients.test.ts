/** Clients that teams wrote, and those of the examples, get no `bad` under the scenarios that they can meet. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
// @ts-expect-error: it is JavaScript.
import { newFiles } from '../../examples/node-test/files.js'
import { createClient } from '../../examples/retry-client/client.ts'
import { invite } from '../../examples/vitest-node/reminders.ts'
import type { BuiltInScenario } from '../../src/scenario/built-in-names.ts'
import type { WorldKnobs } from '../../src/simulator.ts'
import { anyName } from '../../src/wire/any-name.ts'
import { type Client, verdictsOn } from './clients/kit.ts'
import { fileInbox, orderQueue, uploader } from './sound-clients.ts'

const [recipient, sender] = [{ orgNo: '370916446' }, { orgNo: '347147753' }]
const order = (idempotencyId: string, emailAddress = 'someone@example.org') => ({
  idempotencyId,
  recipient: { recipientEmail: { emailAddress, emailSettings: { subject: 'Hello', body: 'Hello' } } },
})

const published = async (world: WorldKnobs) =>
  (await world.givens.arrange('a published file transfer exists', { content: '0123456789 and so on' })).fileTransferId ?? ''

/** The verdicts that are bad, under a scenario. */
async function badUnder(
  scenario: BuiltInScenario | null,
  as: object,
  arrange: (world: WorldKnobs) => Promise<string>,
  run: (client: Client) => Promise<unknown>,
): Promise<string[]> {
  const prepared = async (world: WorldKnobs) => {
    const file = await arrange(world)
    if (scenario) await world.scenarios.use(anyName(scenario))
    return file
  }
  const found = await verdictsOn({ as, arrange: prepared, good: async () => {}, bad: async () => {} }, async (client) => {
    await run(client).catch(() => {})
  })
  return [...found].flatMap(([id, verdict]) => (verdict === 'bad' ? `${id} under ${scenario}` : []))
}
const nothing = async () => ''

const forOrders = [
  ...([null, 'order-lost-reply', 'fail-twice-then-succeed', 'internal-error', 'outage-database', 'bad-request', 'forbidden'] as const),
  ...(['missing-contact-information', 'token-expired', 'connection-reset', 'cancelled', 'garbled-json', 'flapping-database'] as const),
]
const forFiles = [
  ...([null, 'download-truncated', 'download-interrupted', 'rate-limit-recovery', 'rate-limit-search', 'storage-not-ready'] as const),
  ...(['confirm-lost-reply', 'outage-storage', 'internal-error', 'forbidden', 'unavailable'] as const),
]

test.each(forOrders)('an order queue is not bad under %s', async (scenario) => {
  const orders = [order('a'), order('b', 'bounced@example.org'), { idempotencyId: 'c', recipient: {} }]

  // The time that one worker waits passes at once for the other one too, which may be getting a token.
  const workers = scenario === 'token-expired' ? 1 : 2

  expect(await badUnder(scenario, { org: 'ttd' }, nothing, (client) => orderQueue(client, orders, workers))).toEqual([])
})

test.each(forFiles)('an inbox of files is not bad under %s', async (scenario) => {
  expect(await badUnder(scenario, recipient, published, (client) => fileInbox(client, 3))).toEqual([])
})

test.each([null, 'flapping-storage', 'connection-reset', 'unavailable', 'outage-storage'] as const)(
  'tus-js-client is not bad under %s',
  async (scenario) => {
    const initialized = async (world: WorldKnobs) => (await world.givens.arrange('a file transfer is initialized')).fileTransferId ?? ''
    const upload = (client: Client) => uploader(client, client.token, client.file, Buffer.alloc(256 * 1024, 'x'))

    expect(await badUnder(scenario, sender, initialized, upload)).toEqual([])
  },
)

test.each(forOrders)('the client of examples/retry-client that orders is not bad under %s', async (scenario) => {
  expect(await badUnder(scenario, { org: 'ttd' }, nothing, (client) => createClient(client).placeOrder(order('a')))).toEqual([])
})

test.each(forFiles)('the client of examples/retry-client that downloads is not bad under %s', async (scenario) => {
  expect(await badUnder(scenario, recipient, published, (client) => createClient(client).download(client.file))).toEqual([])
})

test('the clients of examples/node-test and examples/vitest-node are not bad', async () => {
  const takeAll = async ({ service, token }: Client) => {
    const files = newFiles(service, token)
    while (await files.next());
  }
  expect(await badUnder(null, recipient, published, takeAll)).toEqual([])
  expect(
    await badUnder('bad-request', { org: 'ttd' }, nothing, ({ service, token }) => invite(service, token, 'someone@example.org')),
  ).toEqual([])
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('the client of examples/python-client is not bad', async () => {
  const program = "import orders, sys; [orders.send(sys.argv[1], sys.argv[2], 'case-1', 'someone@example.org', 'Hello') for _ in range(2)]"
  const send = async ({ service, token }: Client) => {
    const child = spawn('python3', ['-B', '-c', program, service, token], { cwd: 'examples/python-client', stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([0, null])
  }

  expect(await badUnder(null, { org: 'ttd' }, nothing, send)).toEqual([])
})
