/** Expires a file now. */
import { transferReply } from '../control-replies/file-transfers.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byTransferId } from './scan-file-transfer.ts'

export const expireFileTransfer = defineControl({
  id: 'control.expireFileTransfer',
  summary: 'Purge a file now, as at the end of its time or of its grace period',
  request: { params: byTransferId },
  replies: { 200: reply.json(transferReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98' } },

  async handle({ params: { id } }, { knobs, address, reply: answer }) {
    return answer(200, await knobs.fileTransfers.expire(address.environment, id))
  },
})
