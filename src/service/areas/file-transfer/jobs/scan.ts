/** Completes a file's virus scan, and publishes the file if it is clean. Source: file-transfer §5.3, decisions §7. */
import type { Environment } from '../../../world/records.ts'
import type { World } from '../../../world/world.ts'
import { plainCircumstances } from '../../circumstances.ts'
import type { Act } from '../../operation.ts'
import { defineJob, type Outcome } from '../../operation.ts'
import { fileTransferBookings } from '../bookings.ts'
import { malwareText, sha256Of } from '../content.ts'
import { aboutTransfer, fileTransfers } from '../records/file-transfers.ts'
import {
  announceUnconfirmed,
  checksumDiffers,
  checksumMismatch,
  failUpload,
  moveFileTransfer,
  senderChecksum,
  showComputedChecksum,
} from '../records/moves.ts'
import { type Content, current, type FileTransfer } from '../records/transfer.ts'
import type { ScanResult } from '../wire.ts'

export const scan = defineJob({
  id: 'fileTransfer.scan',
  summary: 'A file’s virus scan ends',
  dependsOn: ['scanner', 'database'],
  ...fileTransferBookings['fileTransfer.scan'],
  about: ({ fileTransferId }, _, environment) => aboutTransfer(fileTransferId, environment),

  async run({ fileTransferId, planned }, act) {
    const file = waiting(fileTransferId, act)
    if (!file) return over(fileTransferId)
    act.reach('database')
    act.reach('scanner')
    const { result, after } = act.circumstances.scan(file.transfer)
    if (after === 'never') return { id: fileTransferId, nothing: 'the scan is stuck' }
    // Uses the planned result unless a scenario has since chosen a different result for this file.
    const expected = result === plainCircumstances.scan(file.transfer).result ? planned : result
    try {
      return await concludeScan(file.transfer, expected, act)
    } catch (thrown) {
      // The content might have been removed during the scan.
      if (waiting(fileTransferId, act)) throw thrown
      return over(fileTransferId)
    }
  },
})

const over = (id: string): Outcome => ({ id, nothing: 'the file transfer is no longer waiting for a scan' })

interface Waiting {
  readonly transfer: FileTransfer
  readonly content: Content
}

/**
 * Returns the file that is waiting for its scan result. Undefined if it no longer waits, in which case a late or duplicate result has no
 * effect.
 */
function waiting(id: string, { world, environment }: { world: World; environment: Environment }): Waiting | undefined {
  const transfer = environment.of(fileTransfers).get(id)
  if (world.gone || !transfer?.content || current(transfer).status !== 'UploadProcessing') return undefined
  return { transfer, content: transfer.content }
}

/** Completes a transfer's scan now. A file expected to be clean counts as infected if it contains malware. */
export async function concludeScan({ id }: FileTransfer, expected: ScanResult, act: Act): Promise<Outcome> {
  const file = waiting(id, act)
  if (!file) return over(id)
  const { world } = act
  const result = expected === 'clean' && file.content.malware ? 'infected' : expected
  const sha256 = result === 'infected' ? await sha256Of(world.blobs.read(file.content.id, 0, file.content.size), file.content.size) : ''
  return act.commit(() => {
    if (!waiting(id, act)) return over(id)
    // The scan of a resumable upload can finish before its verification.
    if (result === 'clean' && checksumDiffers(file.transfer, file.content)) failUpload(act, file.transfer, checksumMismatch)
    else if (result === 'clean') publish(file.transfer, act)
    else {
      failUpload(act, file.transfer, malwareText(result, { random: act.random, at: act.now(), id, sha256 }))
      announceUnconfirmed(act, file.transfer)
    }
    return { id, result, status: current(file.transfer).status }
  })
}

function publish(transfer: FileTransfer, act: Act): void {
  const { now, book, stepEnd } = act
  moveFileTransfer(act, transfer, 'Published')
  const at = stepEnd('fileTransfer.showChecksum', now())
  if (at <= now()) showComputedChecksum(act.environment, transfer)
  else if (senderChecksum(transfer) === undefined) book('fileTransfer.showChecksum', { fileTransferId: transfer.id }, at)
}
