/** Has a file scanned: when, and with what result, is a matter of its name and the circumstances. */
import type { Act } from '../../state/act.ts'
import type { FileTransfer } from '../../state/file-transfer/file-transfer.ts'

/** Belongs into the commit that makes it wait. */
export function bookScan(transfer: FileTransfer, { world, circumstances, book, now }: Act): void {
  const { result, after } = circumstances.scan(transfer)
  if (after === 'never') return
  book('fileTransfer.scan', { fileTransferId: transfer.id, planned: result }, after === undefined ? world.pace.scan(now()) : now() + after)
}
