/** No file transfer whose id reached the client is left without its file. */
import { collections } from '../../../control/collections.ts'
import { namedIn } from '../../../control/verdicts/judging/deed.ts'
import { membersOf } from '../../../control/verdicts/judging/line-facts.ts'
import type { Line } from '../../../service/world/journal-line.ts'
import type { Evidence, Invariant } from './invariant.ts'

const left: Readonly<Record<string, string>> = { Initialized: 'without its file', UploadStarted: 'half uploaded' }

export const uploadFinished: Invariant = {
  id: 'upload-finished',
  demanded: 'success',
  find(evidence) {
    const known = knownTransfers(evidence)
    return [...collections.fileTransfers.records(evidence.world)]
      .filter(({ id, environment, status }) => status in left && known.has(`${environment} ${id}`))
      .map(({ id, status, fileName }) => ({
        sentence: `leaves the transfer of ${fileName} ${left[status]}, although it knows the transfer`,
        records: [id],
      }))
  },
}

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
