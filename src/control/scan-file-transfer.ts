/** Ends the scan that a file waits for, now. */
import { z } from 'zod'
import { transferReply } from '../control-replies/file-transfers.ts'
import { scanResults } from '../state/bookings.ts'
import { reply } from '../wire/row.ts'
import { defineControl, optionalJson } from './row.ts'

export const byTransferId = z.object({ id: z.string().describe('A file transfer of the environment addressed.') })

const request = z.strictObject({ result: z.enum(scanResults).optional().describe('Name and content of the file decide when absent.') })

export const scanFileTransfer = defineControl({
  id: 'control.scanFileTransfer',
  summary: 'End the scan of a file now',
  request: { params: byTransferId, body: optionalJson(request) },
  replies: { 200: reply.json(transferReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98' }, body: { result: 'infected' } },

  async handle({ params: { id }, body = {} }, { knobs, address, reply: answer }) {
    return answer(200, await knobs.fileTransfers.scan(address.environment, id, body.result))
  },
})
