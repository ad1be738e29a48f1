/** Every move that a file transfer makes by itself, to the millisecond. */
import { expect } from 'vitest'
import type { FileTransferStatus } from '../src/service/areas/file-transfer/records/transfer.ts'
import { withOffset } from '../src/service/wire/timestamp.ts'
import type { PaceName } from '../src/service/world/settings.ts'
import { breakOff, brokenOff, confirmed, initialized, published, sender, uploaded, type Wanted } from './support/file-transfers.ts'
import { configure } from './support/resources.ts'
import { rule } from './support/rule.ts'
import { standin } from './support/standin.ts'

type Client = ReturnType<typeof standin>['client']

const start = Date.parse('2026-06-01T10:00:00.123Z')
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const short = { resourceId: 'standin-short' }
const kept = { resourceId: 'standin-kept' }

interface Moment {
  readonly source: string
  readonly what: string
  readonly bring: (client: Client, wanted?: Wanted) => Promise<string>
  readonly wanted?: Wanted
  readonly pace?: PaceName
  /** Milliseconds from the start. */
  readonly after: number
  readonly from: FileTransferStatus
  readonly to: FileTransferStatus
}

const moments: readonly Moment[] = [
  { source: 'decisions §8', what: 'a scan ends', bring: uploaded, after: second, from: 'UploadProcessing', to: 'Published' },
  {
    source: 'decisions §8',
    what: 'a scan at the real pace ends',
    bring: uploaded,
    pace: 'real',
    after: 30 * second,
    from: 'UploadProcessing',
    to: 'Published',
  },
  {
    source: 'decisions §7',
    what: 'a slow scan ends',
    bring: uploaded,
    wanted: { fileName: 'slowscan' },
    after: 5 * minute,
    from: 'UploadProcessing',
    to: 'Published',
  },
  {
    source: 'decisions §7',
    what: 'malware is found',
    bring: uploaded,
    wanted: { fileName: 'infected' },
    after: second,
    from: 'UploadProcessing',
    to: 'Failed',
  },
  { source: 'file-transfer §5.4', what: 'an upload is stuck', bring: brokenOff, after: day, from: 'UploadStarted', to: 'Failed' },
  {
    source: 'file-transfer §5.3',
    what: 'a transfer without content expires',
    bring: initialized,
    after: 30 * day,
    from: 'Initialized',
    to: 'Purged',
  },
  {
    source: 'file-transfer §5.3',
    what: 'a published transfer expires',
    bring: published,
    wanted: short,
    after: 10 * minute,
    from: 'Published',
    to: 'Purged',
  },
  {
    source: 'file-transfer §5.3',
    what: 'a transfer whose scan is stuck expires',
    bring: uploaded,
    wanted: { ...short, fileName: 'stuckscan' },
    after: 10 * minute,
    from: 'UploadProcessing',
    to: 'Purged',
  },
  {
    source: 'file-transfer §5.3',
    what: 'a started upload expires',
    bring: brokenOff,
    wanted: short,
    after: 10 * minute,
    from: 'UploadStarted',
    to: 'Purged',
  },
  {
    source: 'file-transfer §5.3',
    what: 'a file that all have confirmed and that is kept expires',
    bring: confirmed,
    wanted: kept,
    after: day,
    from: 'AllConfirmedDownloaded',
    to: 'Purged',
  },
  {
    source: 'file-transfer §5.4',
    what: 'the grace period ends',
    bring: confirmed,
    after: 2 * hour,
    from: 'AllConfirmedDownloaded',
    to: 'Purged',
  },
  {
    source: 'file-transfer §5.4',
    what: 'a grace period of its resource ends',
    bring: confirmed,
    wanted: short,
    after: minute,
    from: 'AllConfirmedDownloaded',
    to: 'Purged',
  },
]

async function historyOf(client: Client, fileTransferId: string) {
  const { body } = await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  return body.fileTransferStatusHistory.map((move) => [move.fileTransferStatus, move.fileTransferStatusChanged])
}

for (const { source, what, bring, wanted, pace = 'fast', after, from, to } of moments) {
  rule(source, `${what} after ${after} ms, and not one millisecond before`, async () => {
    const { client, simulator } = standin({ now: start, pace })
    const id = await bring(client, wanted)

    await simulator.advance({ by: after - 1 })
    const before = await historyOf(client, id)
    await simulator.advance({ by: 1 })

    expect(before.at(-1)).toEqual([from, withOffset(start)])
    expect((await historyOf(client, id)).at(-1)).toEqual([to, withOffset(start + after)])
  })
}

rule('file-transfer §5.4', 'a move has its own instant, also when the clock leaps over it', async () => {
  const { client, simulator } = standin({ now: start })
  const id = await uploaded(client, { ...short, fileName: 'slowscan' })

  await simulator.advance({ by: 300 * day })

  expect((await historyOf(client, id)).slice(-2)).toEqual([
    ['Published', withOffset(start + 5 * minute)],
    ['Purged', withOffset(start + 10 * minute)],
  ])
})

rule('file-transfer §5.4', 'an upload that begins again is stuck a day after its second beginning', async () => {
  const { client, simulator } = standin({ now: start })
  const id = await brokenOff(client)
  await simulator.advance({ by: 7 * hour + 1 })
  await breakOff(client, id)

  await simulator.advance({ by: day - 1 })
  const before = await historyOf(client, id)
  await simulator.advance({ by: 1 })

  expect(before.at(-1)?.[0]).toBe('UploadStarted')
  expect((await historyOf(client, id)).at(-1)).toEqual(['Failed', withOffset(start + 7 * hour + 1 + day)])
})

rule('file-transfer §5.4, file-transfer §9', 'a transfer without any time to live expires at once', async () => {
  const { client, simulator } = standin({ now: start })
  await configure(client, 'standin-plain', { fileTransferTimeToLive: 'PT0S' })
  const id = await initialized(client)

  await simulator.advance({ by: 0 })

  expect((await historyOf(client, id)).at(-1)).toEqual(['Purged', withOffset(start)])
})

rule('file-transfer §5.3', 'a purge takes place although its resource gives it up after the confirmation', async () => {
  const { client, simulator } = standin({ now: start })
  const id = await confirmed(client)
  await configure(client, 'standin-plain', { purgeFileTransferAfterAllRecipientsConfirmed: false, purgeFileTransferGracePeriod: 'PT1S' })

  await simulator.advance({ by: 2 * hour })

  expect((await historyOf(client, id)).at(-1)).toEqual(['Purged', withOffset(start + 2 * hour)])
})
