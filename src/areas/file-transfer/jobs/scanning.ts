/** Books the virus scan of a file: its name and the circumstances decide when it ends, and how. */
import type { Act } from '../../../state/act.ts'
import type { FileTransfer } from '../records/file-transfer.ts'

/** Call it in the commit that moves the transfer to UploadProcessing. */
export function bookScan(transfer: FileTransfer, { world, circumstances, book, now }: Act): void {
  const { result, after } = circumstances.scan(transfer)
  if (after === 'never') return
  book('fileTransfer.scan', { fileTransferId: transfer.id, planned: result }, after === undefined ? world.pace.scan(now()) : now() + after)
}
