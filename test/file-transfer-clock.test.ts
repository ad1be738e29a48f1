/** Every move that a file transfer makes by itself, to the millisecond. */
import type { FileTransferStatus } from '../src/service/areas/file-transfer/records/transfer.ts'
import { withOffset } from '../src/service/wire/timestamp.ts'
import type { PaceName } from '../src/service/world/settings.ts'
import { breakOff, brokenOff, confirmed, initialized, published, sender, uploaded, type Wanted } from './support/file-transfers.ts'
import { configure } from './support/resources.ts'
import { expect, rule } from './support/rule.ts'
import { standin } from './support/standin.ts'

type Client = ReturnType<typeof standin>['client']

const start = Date.parse('2026-06-01T10:00:00.123Z')
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const short = { resourceId: 'standin-short' }
const stuck = { ...short, fileName: 'stuckscan' }
const kept = { resourceId: 'standin-kept' }

type Bring = (client: Client, wanted?: Wanted) => Promise<string>
type Move = readonly [from: FileTransferStatus, to: FileTransferStatus]

/** `after`: milliseconds from the start. */
const moments: readonly [source: string, what: string, bring: Bring, wanted: Wanted, after: number, move: Move, pace?: PaceName][] = [
  ['decisions §8', 'a scan ends', uploaded, {}, second, ['UploadProcessing', 'Published']],
  ['decisions §8', 'a scan at the real pace ends', uploaded, {}, 30 * second, ['UploadProcessing', 'Published'], 'real'],
  ['decisions §7', 'a slow scan ends', uploaded, { fileName: 'slowscan' }, 5 * minute, ['UploadProcessing', 'Published']],
  ['decisions §7', 'malware is found', uploaded, { fileName: 'infected' }, second, ['UploadProcessing', 'Failed']],
  ['file-transfer §5.4', 'an upload is stuck', brokenOff, {}, day, ['UploadStarted', 'Failed']],
  ['file-transfer §5.3', 'a transfer without content expires', initialized, {}, 30 * day, ['Initialized', 'Purged']],
  ['file-transfer §5.3', 'a published transfer expires', published, short, 10 * minute, ['Published', 'Purged']],
  ['file-transfer §5.3', 'a transfer whose scan is stuck expires', uploaded, stuck, 10 * minute, ['UploadProcessing', 'Purged']],
  ['file-transfer §5.3', 'a started upload expires', brokenOff, short, 10 * minute, ['UploadStarted', 'Purged']],
  [
    'file-transfer §5.3',
    'a file that all have confirmed and that is kept expires',
    confirmed,
    kept,
    day,
    ['AllConfirmedDownloaded', 'Purged'],
  ],
  ['file-transfer §5.4', 'the grace period ends', confirmed, {}, 2 * hour, ['AllConfirmedDownloaded', 'Purged']],
  ['file-transfer §5.4', 'a grace period of its resource ends', confirmed, short, minute, ['AllConfirmedDownloaded', 'Purged']],
]

async function historyOf(client: Client, fileTransferId: string) {
  const { body } = await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
  return body.fileTransferStatusHistory.map((move) => [move.fileTransferStatus, move.fileTransferStatusChanged])
}

for (const [source, what, bring, wanted, after, [from, to], pace = 'fast'] of moments) {
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
