/** Compares searches with a model that reads the details of every transfer. */
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { searchRoles } from '../../../../src/areas/file-transfer/search.ts'
import { fileTransferStatuses, recipientStatuses } from '../../../../src/areas/file-transfer/wire.ts'
import { bytes, iso, otherRecipient, recipient, sender, unknownId } from '../../../support/file-transfers.ts'
import { rule } from '../../../support/rule.ts'
import { standin, start } from '../../../support/standin.ts'

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
