/** Compares searches with a model that reads the details of every transfer. */

import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readSearch, searchQuery, searchRoles } from '../../../../src/service/areas/file-transfer/search.ts'
import { fileTransferStatuses, recipientStatuses } from '../../../../src/service/areas/file-transfer/wire.ts'
import {
  bytes,
  confirmed,
  downloaded,
  failed,
  initialized,
  iso,
  otherRecipient,
  published,
  recipient,
  sender,
  stranger,
  unknownId,
  type Wanted,
  withoutOrganization,
} from '../../../support/file-transfers.ts'
import { rule } from '../../../support/rule.ts'
import { standin, start } from '../../../support/standin.ts'

type Client = ReturnType<typeof standin>['client']

const find = async (client: Client, query: Record<string, string> = {}, as: { orgNo: string } = sender) =>
  (await client.call('fileTransfer.search', { as, query: { resourceId: 'standin-plain', ...query } })).body

rule('file-transfer §4.3', 'an organization finds its own transfers on the resource, newest first', async ({ client }) => {
  const first = await initialized(client)
  const second = await published(client)
  await initialized(client, { resourceId: 'standin-kept' })
  await initialized(client, { recipients: [iso(otherRecipient)] })

  expect(await find(client, {}, recipient)).toEqual([second, first])
  expect(await find(client, {}, stranger)).toEqual([])
  expect(await find(client)).toHaveLength(3)
})

rule('file-transfer §4.3', 'a status filter finds the current status, in any case and by number', async ({ client }) => {
  await initialized(client)
  const done = await published(client)
  const dead = await failed(client)

  expect(await find(client, { status: 'Published' })).toEqual([done])
  expect(await find(client, { status: 'pUBLISHED' })).toEqual([done])
  expect(await find(client, { status: '7' })).toEqual([dead])
})

rule('file-transfer §4.3', 'a recipient filter looks at the latest status of the caller only', async ({ client }) => {
  const recipients = [iso(recipient), iso(otherRecipient)]
  const waiting = await published(client, { recipients })
  const begun = await downloaded(client, { recipients })
  const over = await confirmed(client, { recipients })

  expect(await find(client, { recipientStatus: 'Initialized' }, recipient)).toEqual([waiting])
  expect(await find(client, { recipientStatus: 'DownloadStarted' }, recipient)).toEqual([begun])
  expect(await find(client, { recipientStatus: '2' }, recipient)).toEqual([over])
  expect(await find(client, { recipientStatus: 'Initialized' }, otherRecipient)).toEqual([over, begun, waiting])
  expect(await find(client, { recipientStatus: 'Initialized', role: 'Sender' }, recipient)).toEqual([waiting])
  expect(await find(client, { recipientStatus: 'Initialized' })).toEqual([])
})

rule('file-transfer §4.3', 'a role filter leaves out transfers where the organization has the other role', async ({ client }) => {
  const sent = await initialized(client)
  const toItself = await initialized(client, { recipients: [iso(sender)] })

  expect(await find(client, { role: 'Sender' })).toEqual([toItself, sent])
  expect(await find(client, { role: 'recipient' })).toEqual([toItself])
  expect(await find(client, { role: '0' }, recipient)).toEqual([sent])
  expect(await find(client, { role: 'Sender' }, recipient)).toEqual([])
})

rule('file-transfer §4.3', 'a time filter with one end excludes it, and one with two ends includes them', async ({ client, simulator }) => {
  const ids: string[] = []
  for (let minute = 0; minute < 3; minute++) {
    ids.push(await initialized(client))
    await simulator.advance({ by: 60_000 })
  }
  const [zero, one, two] = ids
  const orderAscending = 'true'

  expect(await find(client, { orderAscending, from: '2026-06-01T10:01:00Z' })).toEqual([two])
  expect(await find(client, { orderAscending, to: '2026-06-01T10:01:00Z' })).toEqual([zero])
  expect(await find(client, { orderAscending, from: '2026-06-01T10:00:00Z', to: '2026-06-01T10:01:00Z' })).toEqual([zero, one])
  expect(await find(client, { from: '2026-06-01 12:01:00+02:00', to: '2026-06-01T10:02:00' })).toEqual([two, one])
})

rule('file-transfer §4.3', 'with a status filter, time and order are those of entering the status', async ({ client, simulator }) => {
  const older = await initialized(client, { disableVirusScan: true })
  await simulator.advance({ by: 60_000 })
  const newer = await published(client)
  await simulator.advance({ by: 60_000 })
  await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId: older }, body: new Uint8Array(3) })

  expect(await find(client, { status: 'Published' })).toEqual([older, newer])
  expect(await find(client, { status: 'Published', orderAscending: 'true' })).toEqual([newer, older])
  expect(await find(client, { status: 'Published', from: '2026-06-01T10:01:30Z' })).toEqual([older])
  expect(await find(client, { from: '2026-06-01T10:01:30Z' })).toEqual([])
})

rule('file-transfer §4.4', 'a sender that is written as a URN does not find its transfer', async ({ client }) => {
  const wanted: Wanted = { sender: `urn:altinn:organization:identifier-no:${sender.orgNo}` }
  const fileTransferId = await initialized(client, wanted)

  expect(await find(client)).toEqual([])
  expect(await find(client, {}, recipient)).toEqual([fileTransferId])
})

rule('file-transfer §4.3', 'a search without a resource or with unreadable filters is refused', async ({ client }) => {
  const none = await client.call('fileTransfer.search', { as: sender })
  const unreadable = await client.call('fileTransfer.search', {
    as: sender,
    query: { resourceId: 'standin-plain', status: 'abc', role: '99', from: 'yesterday', orderAscending: '1' },
  })

  expect(none.problem.errors).toEqual({ resourceId: ['The resourceId field is required.'] })
  expect(unreadable.problem.errors).toEqual({
    from: ["The value 'yesterday' is not valid."],
    orderAscending: ["The value '1' is not valid."],
    role: ["The value '99' is invalid."],
    status: ["The value 'abc' is not valid."],
  })
})

rule('file-transfer §0.4', 'a search on a URN is refused also where resources are open', async ({ client }) => {
  const reply = await client.call('fileTransfer.search', { as: sender, query: { resourceId: 'urn:altinn:resource:standin-plain' } })

  expect(reply.problem.code).toBe('BRO-00006')
})

rule('file-transfer §1.1', 'a token without an organization finds nothing', async ({ client, simulator }) => {
  const reply = await client.call('fileTransfer.search', {
    ...(await withoutOrganization(simulator)),
    query: { resourceId: 'standin-plain' },
  })

  expect(reply.problem.code).toBe('BRO-00006')
})

test('a search for a resource alone has no other criteria and shows the newest first', () => {
  expect(readSearch(searchQuery.parse({ resourceId: 'acme-exchange' }))).toEqual({
    resourceId: 'acme-exchange',
    status: undefined,
    recipientStatus: undefined,
    from: undefined,
    to: undefined,
    orderAscending: false,
    role: undefined,
  })
})

test('names, numbers and times are read from text', () => {
  const query = {
    resourceId: 'acme-exchange',
    status: 'PUBLISHED',
    recipientStatus: '1',
    from: '2026-08-18 10:00:00',
    to: '2026-08-19T10:00:00+02:00',
    orderAscending: 'True',
    role: 'sender',
  }

  expect(readSearch(searchQuery.parse(query))).toEqual({
    resourceId: 'acme-exchange',
    status: 'Published',
    recipientStatus: 'DownloadStarted',
    from: Date.parse('2026-08-18T10:00:00Z'),
    to: Date.parse('2026-08-19T08:00:00Z'),
    orderAscending: true,
    role: 'Sender',
  })
})

test('empty parameters count as missing', () => {
  const query = { resourceId: 'acme-exchange', status: '', recipientStatus: '', from: '', to: '', orderAscending: '', role: '' }

  expect(readSearch(searchQuery.parse(query))).toEqual(readSearch({ resourceId: 'acme-exchange' }))
})

// Thousands of searches are made: on a busy machine they take a minute.
vi.setConfig({ testTimeout: 180_000 })

type Here = ReturnType<typeof standin>
type Party = typeof sender

const party = fc.constantFrom(sender, recipient, otherRecipient)
const resourceId = fc.constantFrom('standin-plain', 'standin-plain', 'standin-plain', 'standin-plain', 'standin-kept')

const making = fc.record({
  by: fc.constantFrom(sender, sender, recipient),
  prefix: fc.constantFrom('0192:', '0192:', '0192:', 'urn:altinn:organization:identifier-no:'),
  to: fc.uniqueArray(party, { minLength: 1, maxLength: 3 }),
  resourceId,
  disableVirusScan: fc.boolean(),
  checksum: fc.constantFrom('', '', '', '', '0'.repeat(32)),
})
const deed = fc.record({ which: fc.nat(), row: fc.constantFrom('upload', 'download', 'download', 'confirmDownload'), by: party })
const pause = fc.record({ pause: fc.constantFrom(1_000, 1_000, 2_000, 60_000, 7_200_000) })
const step = fc.oneof({ weight: 5, arbitrary: making }, { weight: 5, arbitrary: deed }, { weight: 1, arbitrary: pause })
const history = fc.array(step, { minLength: 450, maxLength: 900, size: 'max' })

/** Half of them are times at which something can have happened. */
const instant = fc
  .oneof(
    fc.nat({ max: 10 }).map((second) => second * 1_000),
    fc.nat({ max: 40_000_000 }),
  )
  .map((later) => new Date(Date.parse(start) + later).toISOString())
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const search = fc.record({
  as: party,
  resourceId,
  status: sometimes(fc.constantFrom(...Object.keys(fileTransferStatuses))),
  recipientStatus: sometimes(fc.constantFrom(...Object.keys(recipientStatuses))),
  role: sometimes(fc.constantFrom(...searchRoles)),
  from: sometimes(instant),
  to: sometimes(instant),
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Search = typeof search extends fc.Arbitrary<infer S> ? S : never

interface Made {
  readonly fileTransferId: string
  readonly by: Party
}

/** The transfers of a history, in the order of their creation. */
async function live(here: Here, steps: readonly Step[]): Promise<Made[]> {
  const made: Made[] = []
  for (const each of steps) {
    if ('pause' in each) await here.simulator.advance({ by: each.pause })
    else if ('to' in each) made.push(await make(here, each))
    else await act(here, made[each.which % Math.max(1, made.length)] ?? { fileTransferId: unknownId, by: sender }, each)
  }
  return made
}

async function make({ client }: Here, { by, prefix, to, ...wanted }: Extract<Step, { to: unknown }>): Promise<Made> {
  const body = { ...wanted, fileName: 'a', sendersFileTransferReference: 'b', sender: prefix + by.orgNo, recipients: to.map(iso) }
  const { body: said } = await client.call('fileTransfer.initialize', { as: by, body })
  return { ...said, by }
}

async function act({ client }: Here, { fileTransferId, by: owner }: Made, { row, by }: Extract<Step, { row: string }>): Promise<void> {
  const params = { fileTransferId }
  if (row === 'upload') await client.call('fileTransfer.upload', { as: owner, params, body: bytes('content') })
  else if (row === 'download') await client.call('fileTransfer.download', { as: by, params })
  else await client.call('fileTransfer.confirmDownload', { as: by, params })
}

type Details = Awaited<ReturnType<typeof detailsOf>>
const detailsOf = async ({ client }: Here, { fileTransferId, by }: Made) =>
  (await client.call('fileTransfer.details', { as: by, params: { fileTransferId } })).body

/** `all` in the order of their creation. */
function expected(
  all: readonly Details[],
  { as, status, recipientStatus, role, from, to, ...wanted }: Search,
  orderAscending: boolean,
): string[] {
  const own = iso(as)
  const timeOf = (each: Details) => Date.parse(status === undefined ? each.created : each.fileTransferStatusChanged)
  const sends = (each: Details) => each.sender === own
  const receives = (each: Details) => each.recipients.some((one) => one.recipient === own)
  const latest = (each: Details) => each.recipientFileTransferStatusHistory.filter((move) => move.recipient === own).at(-1)
  const hasPart = (each: Details) => {
    if (recipientStatus !== undefined) return latest(each)?.recipientFileTransferStatusCode === recipientStatus
    return (role !== 'Recipient' && sends(each)) || (role !== 'Sender' && receives(each))
  }
  const [first, last] = [Date.parse(from ?? ''), Date.parse(to ?? '')]
  const inTime = (at: number) => {
    if (from !== undefined && to !== undefined) return first <= at && at <= last
    return (from === undefined || at > first) && (to === undefined || at < last)
  }
  const found = all
    .filter((each) => each.resourceId === wanted.resourceId && hasPart(each) && inTime(timeOf(each)))
    .filter((each) => status === undefined || each.fileTransferStatus === status)
    .map((each, nth) => ({ id: each.fileTransferId, at: timeOf(each), nth }))
    .sort((one, other) => one.at - other.at || one.nth - other.nth)
    .map(({ id }) => id)
  return (orderAscending ? found : found.reverse()).slice(0, 100)
}

for (const [order, orderAscending] of [
  ['the newest first', false],
  ['the oldest first', true],
] as const) {
  rule('file-transfer §4.3', `every search finds what a look at all details finds, with all filters, ${order}`, async () => {
    const sizes: number[] = []
    await fc.assert(
      // Running a history takes much longer than searching it.
      fc.asyncProperty(history, fc.array(search, { minLength: 150, maxLength: 150 }), async (steps, searches) => {
        const here = standin()
        const all = await Promise.all((await live(here, steps)).map((made) => detailsOf(here, made)))
        for (const { as, ...filters } of searches) {
          const given = Object.entries({ ...filters, orderAscending: String(orderAscending) }).filter(([, value]) => value !== undefined)
          const query = Object.fromEntries(given) as Record<string, string>
          const { body } = await here.client.call('fileTransfer.search', { as, query })

          expect(body, JSON.stringify(query)).toEqual(expected(all, { as, ...filters }, orderAscending))
          sizes.push(body.length)
        }
      }),
      // Shrinking such histories takes too long.
      { numRuns: 3, endOnFailure: true },
    )

    // Otherwise the searches found nothing to compare.
    expect(Math.max(...sizes)).toBe(100)
    expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(50)
  })
}
