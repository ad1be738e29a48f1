/** Checks that a client uploads the file for each file transfer whose id it has received. */

import { current, fileTransfers } from '../../service/areas/file-transfer/records.ts'
import type { Line } from '../../service/world/journal.ts'
import { namedIn } from './judging/deed.ts'
import { membersOf } from './judging/line-facts.ts'
import { defineVerdict, type Evidence } from './judging/verdict.ts'

const left: Readonly<Record<string, string>> = { Initialized: 'without its file', UploadStarted: 'half uploaded' }

export const uploadFinished = defineVerdict({
  id: 'upload-finished',
  sentence: 'Before a client exits successfully, it finishes the upload for each file transfer whose id it has received.',
  severity: 'bad',
  source: 'file-transfer §3.1',
  guidance: 'Store the fileTransferId when you receive it, and upload the file again if the upload failed.',
  exercise: ['upload-interrupted'],
  demanded: 'success',
  atEnd(evidence) {
    const known = knownTransfers(evidence)
    return Object.values(evidence.world.environments).flatMap(({ name, of }) =>
      [...of(fileTransfers).values()].flatMap((transfer) => {
        const how = known.has(`${name} ${transfer.id}`) ? left[current(transfer).status] : undefined
        return how === undefined ? [] : `leaves the transfer of ${transfer.fileName} ${how}, although it received the transfer's id`
      }),
    )
  },
})

/** Returns the transfers whose id a client knows: from a reply, or, if the reply is unknown, because it called the transfer's URL. */
const knownTransfers = ({ calls }: Evidence): Set<string> =>
  new Set(
    calls.flatMap((line) => [namedIn(line.path ?? ''), createdBy(line)].flatMap((id) => (id === '' ? [] : `${line.environment} ${id}`))),
  )

const creating = ['fileTransfer.initialize', 'fileTransfer.initializeAndUpload']

/** Returns the id from a complete, readable reply, or an empty string for any other reply. */
function createdBy({ operation, cut, status, replyBody }: Line): string {
  if (!creating.includes(operation ?? '') || cut || status === null || status >= 300) return ''
  const { fileTransferId = '' } = membersOf(replyBody) ?? {}
  return String(fileTransferId).toLowerCase()
}
