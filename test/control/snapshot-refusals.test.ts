/** A snapshot comes from outside: a wrong one is refused, says why, and changes nothing. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { anyName, Misuse } from '../../src/service/wire/misuse.ts'
import type { BlobWriter } from '../../src/service/world/platform.ts'
import { published, request, sender } from '../support/file-transfers.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'
import { append, begin } from '../support/resumable.ts'
import { expect, test } from '../support/rule.ts'
import { standin } from '../support/standin.ts'
import { platformWith } from '../support/storage.ts'

// biome-ignore lint/suspicious/noExplicitAny: each test spoils another part of the document.
type Any = any

/** A document with a bit of everything that can be spoilt. */
async function taken() {
  const here = standin()
  const { simulator, client } = here
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  await published(client, { content: 'twelve bytes' })
  const { body } = await client.call('fileTransfer.initialize', { as: sender, body: request })
  await append(here, await begin(here, body.fileTransferId, 10), 0, 'half')
  simulator.fileTransfers.publish('test', { size: 100 })
  simulator.scenarios.define('mine', { summary: 'Mine', rules: [{ on: 'all', refuse: { code: 'unreachable' } }] })
  await simulator.scenarios.use(anyName('mine'))
  simulator.contacts.put({ number: '12838590150', email: 'changed@example.org' })
  await simulator.advance({ by: 5_000 })
  return { here, document: JSON.parse(JSON.stringify(await simulator.snapshot({ journal: true }))) as Any }
}

const testOf = (document: Any) => document.environments.test

const spoilt: readonly [sentence: string, spoil: (document: Any) => void, message: string | RegExp][] = [
  ['another kind of file', (each) => delete each.format, 'This is not a Standin snapshot: its "format" is not "standin-snapshot".'],
  [
    'another version',
    (each) => {
      each.version = 4
    },
    'This snapshot has version 4. This Standin reads versions 1 to 3. Take the snapshot again with this version.',
  ],
  ['a member that does not exist', (each) => (each.surprise = 1), 'snapshot: unknown member "surprise".'],
  ['a missing part', (each) => delete each.clock, 'snapshot.clock is missing.'],
  [
    'a wrong status',
    (each) => {
      testOf(each).shipments[0].status = 'Order_Lost'
    },
    'snapshot.environments.test.shipments[0].status: unknown value "Order_Lost".',
  ],
  ['a wrong time', (each) => (testOf(each).orders[0].id = 7), 'snapshot.environments.test.orders[0].id: 7 is not a string.'],
  [
    'an order twice',
    (each) => testOf(each).orders.push(testOf(each).orders[0]),
    /snapshot\.environments\.test\.orders: ".*" occurs twice\./,
  ],
  [
    'an order without its shipment',
    (each) => {
      testOf(each).shipments = []
    },
    /snapshot\.environments\.test\.orders\[0\]: the snapshot does not contain its shipment /,
  ],
  [
    'a job that does not exist',
    (each) => {
      each.clock.bookings[0].job = 'fileTransfer.explode'
    },
    'snapshot.clock.bookings[0].job: unknown value "fileTransfer.explode".',
  ],
  [
    'a booking with other data',
    (each) => {
      each.clock.bookings[0].data = { path: '/etc/passwd' }
    },
    /snapshot\.clock\.bookings\[0\]\.data: .*is not valid data for /,
  ],
  ['a clock without end', (each) => (each.clock.time = 1e18), /snapshot\.clock\.time: /],
  [
    'content that is missing',
    (each) => {
      each.contents = []
    },
    /snapshot\.environments\.test\.fileTransfers\[\d\]\.content: "contents" does not contain [0-9a-f]{32}\./,
  ],
  ['content with another size', (each) => each.contents[0].size++, /the file has \d+ bytes here, but \d+ in "contents"\./],
  [
    'content with other bytes',
    (each) => {
      each.contents[0].base64 = btoa('twelve BYTES')
    },
    /the bytes of [0-9a-f]{32} do not have the SHA-256 [0-9a-f]{64}\./,
  ],
  [
    'content that is a path',
    (each) => {
      each.contents[0].id = '../../../etc/passwd'
    },
    'snapshot.contents[0].id: "../../../etc/passwd" is not a content id: 32 hexadecimal digits.',
  ],
  [
    'content with another MD5',
    (each) => {
      testOf(each).fileTransfers[0].content.md5 = '0'.repeat(32)
    },
    /The content [0-9a-f]{32} has the MD5 [0-9a-f]{32} instead of 0{32}\./,
  ],
  [
    'content with two owners',
    (each) => Object.assign(testOf(each).fileTransfers[1], { content: testOf(each).fileTransfers[0].content }),
    /is also the content of /,
  ],
  [
    'spare content',
    (each) => each.contents.push({ ...each.contents[0], id: 'a'.repeat(32) }),
    `snapshot.contents: content ${'a'.repeat(32)} belongs to no record.`,
  ],
  [
    'generated content of another size',
    (each) => (testOf(each).fileTransfers[2].content.size = 5),
    /the id specifies 100 bytes, but the content has 5\./,
  ],
  [
    'a scenario with a mistake',
    (each) => {
      each.scenarios.defined[0].document.rules[0].on = 'everything'
    },
    /Scenario mine, rules\[0\]\.on: unknown value "everything"\./,
  ],
  ['a rule of the journal that does not exist', (each) => (each.journal.calls.lines[0].rule = 99), /a line refers to rule 99/],
  [
    'a limit that fills the memory',
    (each) => testOf(each).allowances.push({ operation: 'x', caller: 'y', limit: 2 ** 40, calls: [], guessed: true }),
    'snapshot.environments: the limits of allowances set before their first call add up to more than 20000000.',
  ],
  ['an event after the latest', (each) => (testOf(each).published.latest = 0), /exceeds the latest number, 0\./],
  [
    'a number for a name',
    (each) => {
      testOf(each).shipments[0].recipient.recipientEmail.emailSettings.contentType = 1
    },
    /contains a number instead of a name/,
  ],
]

test.each(spoilt)('%s is refused, and the world stays as it is', async (_, spoil, message) => {
  const { here, document } = await taken()
  const before = JSON.stringify(await here.simulator.snapshot({ journal: true }))
  const { world } = here.simulator
  spoil(document)

  const refused = await here.simulator.restore(document).catch((thrown: unknown) => thrown)

  expect(refused).toBeInstanceOf(Misuse)
  expect((refused as Misuse).message).toMatch(message)
  expect(here.simulator.world).toBe(world)
  expect(JSON.stringify(await here.simulator.snapshot({ journal: true }))).toBe(before)
})

test('members named __proto__ change no prototype, and are not kept', async () => {
  const { here, document } = await taken()
  const poison = (value: Any): void => {
    if (typeof value !== 'object' || value === null) return
    for (const inner of Object.values(value)) poison(inner)
    if (!Array.isArray(value)) Object.defineProperty(value, '__proto__', { value: { polluted: true }, enumerable: true })
  }
  const restoring = (spoilt: Any) => here.simulator.restore(JSON.parse(JSON.stringify(spoilt)))
  const everywhere = structuredClone(document)
  poison(everywhere)
  expect(JSON.stringify(everywhere)).toContain('"__proto__":{"polluted":true}')
  await expect(restoring(everywhere)).rejects.toThrow('unknown member "__proto__"')
  expect(({} as Any).polluted).toBeUndefined()

  // These take names that nobody knows in advance.
  for (const { propertyList } of testOf(document).fileTransfers) poison(propertyList)
  for (const { recipient } of testOf(document).shipments) poison(recipient)
  for (const { requestHeaders } of document.journal.calls.lines) poison(requestHeaders)
  for (const { data } of document.clock.bookings) poison(data)
  await restoring(document).catch((thrown: unknown) => expect(thrown).toBeInstanceOf(Misuse))

  expect(({} as Any).polluted).toBeUndefined()
  expect(JSON.stringify(await here.simulator.snapshot({ journal: true }))).not.toContain('polluted')
})

test('a snapshot with any value in the place of another is refused or restored, and never breaks', async () => {
  const { document } = await taken()
  const places: (readonly (string | number)[])[] = []
  const walk = (value: unknown, path: readonly (string | number)[]) => {
    if (path.length > 0) places.push(path)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name])
  }
  walk(document, [])
  const values = fc.oneof(fc.jsonValue(), fc.constantFrom(null, -1, 1e300, '', '__proto__', [], {}, 'x'.repeat(1000)))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), values, async (path, value) => {
      const { simulator } = standin()
      const copy = structuredClone(document)
      const holder = path.slice(0, -1).reduce((inner, name) => inner[name], copy)
      holder[path.at(-1) as string] = value
      const thrown = await simulator.restore(JSON.parse(JSON.stringify(copy))).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (thrown !== undefined) expect(thrown).toBeInstanceOf(Misuse)
      else await simulator.advance({ by: 60_000 })
      simulator.close()
    }),
    { numRuns: 150 },
  )
})

test('what is not JSON, and what is too large, is refused over HTTP', async ({ ask }) => {
  expect(await ask('control.restoreSnapshot', { body: '{' })).toMatchObject({ status: 400 })
  expect(await ask('control.restoreSnapshot', { body: '[]' })).toMatchObject({
    status: 400,
    body: { detail: 'body: [] is not an object. Valid: format, version.' },
  })
  expect(await ask('control.restoreSnapshot', { body: { format: 'standin-snapshot', version: 1 } })).toMatchObject({ status: 400 })
})

test('a restore that runs out of space is refused, leaves the world unchanged, and frees the space that it used', async ({
  here: from,
}) => {
  await published(from.client, { content: 'x'.repeat(400) })
  await published(from.client, { content: 'y'.repeat(400) })
  const document = await from.simulator.snapshot()
  const { simulator, client } = standin({ maxSpool: 1000 })
  await published(client, { content: 'z'.repeat(500) })
  const { world } = simulator

  for (let time = 0; time < 3; time++) {
    expect(await simulator.restore(document).catch((thrown: unknown) => thrown)).toMatchObject({
      status: 507,
      message: 'A file cannot be stored. The disk is full: at most 1000 bytes may be stored (--max-spool).',
    })
  }

  const more = new TextEncoder().encode('w'.repeat(501))
  const putting = simulator.snapshotContents.put(createHash('sha256').update(more).digest('hex'), more)
  await expect(putting).rejects.toMatchObject({ status: 507 })
  expect(simulator.world).toBe(world)
  await published(client, { content: 'q'.repeat(500) })
  simulator.reset()
  expect(await simulator.restore(document)).toMatchObject({ world: 'default' })
})

test.each(['write', 'finish'] as const)('a disk that is full at %s refuses a restore', async (step) => {
  const { document } = await taken()
  const { simulator } = standin({ platform: platformWith(() => ({ [step]: () => Promise.reject(new Error('ENOSPC: no space left')) })) })
  const { world } = simulator

  await expect(simulator.restore(document)).rejects.toMatchObject({
    status: 507,
    message: 'A file cannot be stored. ENOSPC: no space left',
  })
  expect(simulator.world).toBe(world)
})

test('a restore whose files end with the world that had them is told so, and changes nothing', async ({ here: there }) => {
  for (const byte of [1, 2]) await published(there.client, { content: new Uint8Array(100_000).fill(byte) })
  const document = await there.simulator.snapshot()
  const reset: (() => void)[] = []
  const stored = (writer: BlobWriter) => ({ finish: () => writer.finish().finally(() => reset.pop()?.()) })
  const { simulator } = standin({ platform: platformWith(stored) })
  for (const { sha256 } of document.contents)
    await simulator.snapshotContents.put(sha256, there.simulator.snapshotContents.read(sha256).bytes)
  reset.push(() => simulator.reset())

  await expect(simulator.restore(document)).rejects.toThrow('The world was reset or dropped during this call.')
  expect(simulator.state().environments.test.fileTransfers.total).toBe(0)
})
