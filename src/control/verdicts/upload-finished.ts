/** Whether a file transfer whose id reached the client was left without its file. */

import { fileTransfers } from '../../service/areas/file-transfer/file-transfers.ts'
import { current } from '../../service/areas/file-transfer/records.ts'
import type { Line } from '../../service/world/journal-line.ts'
import { namedIn } from './judging/deed.ts'
import { membersOf } from './judging/line-facts.ts'
import { defineVerdict, type Evidence } from './judging/verdict.ts'

const left: Readonly<Record<string, string>> = { Initialized: 'without its file', UploadStarted: 'half uploaded' }

export const uploadFinished = defineVerdict({
  id: 'upload-finished',
  sentence:
    'A client that ends well leaves no file transfer without its file, or half uploaded, when the id of the transfer has reached it.',
  severity: 'bad',
  source: 'file-transfer §3.1',
  guidance: 'Store the fileTransferId when it comes, and upload the file again where the upload failed.',
  exercise: ['upload-interrupted'],
  demanded: 'success',
  atEnd(evidence) {
    const known = knownTransfers(evidence)
    return Object.values(evidence.world.environments).flatMap(({ name, of }) =>
      [...of(fileTransfers).values()].flatMap((transfer) => {
        const how = known.has(`${name} ${transfer.id}`) ? left[current(transfer).status] : undefined
        return how === undefined ? [] : `leaves the transfer of ${transfer.fileName} ${how}, although it knows the transfer`
      }),
    )
  },
})

/** Where the reply that has the id never arrives, a client shows that it knows the id by calling its address. */
const knownTransfers = ({ calls }: Evidence): Set<string> =>
  new Set(
    calls.flatMap((line) => [namedIn(line.path ?? ''), createdBy(line)].flatMap((id) => (id === '' ? [] : `${line.environment} ${id}`))),
  )

const creating = ['fileTransfer.initialize', 'fileTransfer.initializeAndUpload']

/** The id in a reply that arrived whole and readable; empty where there is none. */
function createdBy({ operation, cut, status, replyBody }: Line): string {
  if (!creating.includes(operation ?? '') || cut || status === null || status >= 300) return ''
  const { fileTransferId = '' } = membersOf(replyBody) ?? {}
  return String(fileTransferId).toLowerCase()
}
