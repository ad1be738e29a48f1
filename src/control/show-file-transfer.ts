/** Shows a file transfer with its history. */
import { fileTransferReply } from '../control-replies/file-transfers.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byTransferId } from './scan-file-transfer.ts'

/** Source: decisions §12. */
export const showFileTransfer = defineControl({
  id: 'control.showFileTransfer',
  summary: 'A file transfer with its history, as its sender reads its details',
  request: { params: byTransferId },
  replies: { 200: reply.json(fileTransferReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98' } },

  handle: ({ params: { id } }, { knobs, address, reply: answer }) => answer(200, knobs.fileTransfers.show(address.environment, id)),
})
