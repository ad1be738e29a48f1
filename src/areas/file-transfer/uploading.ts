/** Takes over the file of a transfer, once its bytes are stored. */

import { Refusal } from '../../wire/refusals/refusal.ts'
import type { Act } from '../../world/act.ts'
import type { Collision } from '../../world/circumstances.ts'
import { type Content, current, type FileTransfer } from './records/file-transfer.ts'
import { moveFileTransfer, moveSilently } from './records/file-transfer-moves.ts'
import { bookScan, brokenUpload, checksumDiffers, failUpload, otherChecksum, showComputedChecksum, startUpload } from './records/uploads.ts'

/** Returns when it began, in world milliseconds since 1970. */
export function beginUpload(transfer: FileTransfer, act: Act): number {
  act.commit(() => startUpload(act, transfer))
  return current(transfer).at
}

const alone = (): Collision => 'none'

/** Takes over stored content (`keep`), or refuses it with BRO-00008 or BRO-00009. `collision`: how it ends among uploads of the same moment. */
export function finishUpload(transfer: FileTransfer, content: Content, keep: () => void, act: Act, collision = alone): void {
  const refused = act.commit(() => {
    const { status } = current(transfer)
    const ends = collision()
    // The file of the upload that ended first stays.
    if (ends === 'spared') return undefined
    if (ends === 'lost' || status !== 'UploadStarted') {
      // With several uploads at once the first to end publishes the file, and each later one fails the transfer.
      failUpload(act, transfer, brokenUpload)
      return new Refusal('BRO-00008', { reason: `another upload of this file transfer was under way: its status was ${status}` })
    }
    if (checksumDiffers(transfer, content)) {
      // The file is gone, but the service goes on to tell its size.
      transfer.lostSize = content.size
      failUpload(act, transfer, otherChecksum, moveSilently)
      return new Refusal('BRO-00009', { reason: `the file has the MD5 ${content.md5}; the sender gave ${transfer.expectedChecksum}` })
    }
    keep()
    transfer.content = content
    accept(transfer, act)
    return undefined
  })
  if (refused) throw refused
}

/** A file without a virus scan is published at once. */
function accept(transfer: FileTransfer, act: Act): void {
  if (!transfer.virusScan) {
    moveFileTransfer(act, transfer, 'Published')
    showComputedChecksum(act.environment, transfer)
    return
  }
  moveFileTransfer(act, transfer, 'UploadProcessing')
  bookScan(transfer, act)
}
