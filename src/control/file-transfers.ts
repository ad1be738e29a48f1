/** Published files of any size, and scans and expiries ahead of time. */
import { z } from 'zod'
import { scanResults } from '../areas/file-transfer/records/scan-plan.ts'
import { fileTransferReply, publishedReply, transferReply } from '../control-replies/file-transfers.ts'
import { environmentNames } from '../state/agenda.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl, optionalJson } from './row.ts'

const party = z.string().max(200)

const newFileTransfer = z.strictObject({
  size: z.int().min(0).describe('Bytes; none of them is stored.'),
  seed: z.int().optional().describe("The same seed gives the same bytes; the simulator's when absent."),
  fileName: z.string().optional().describe('The name of the file: 1 to 255 characters.'),
  sender: party.optional().describe('An organization number, or any form that the service accepts.'),
  recipients: z.array(party).max(10_000).optional().describe('The numbers of the organizations that may download.'),
  resourceId: z.string().optional().describe('standin-unscanned when absent; in production, others need an approval.'),
  environment: z.enum(environmentNames).optional().describe('That of the address when absent.'),
})

const publishFileTransfer = defineControl({
  id: 'control.publishFileTransfer',
  method: 'POST',
  path: '/_standin/file-transfers',
  world: 'made',
  summary: 'Publish a file of any size, with bytes that are made while a client reads them',
  request: { body: json(newFileTransfer) },
  replies: { 201: reply.json(publishedReply) },
  example: { body: { size: 100_000_000_000, fileName: 'large.bin', recipients: ['370916446'] } },

  handle: ({ body: { environment, ...file } }, { knobs, address, reply: answer }) =>
    answer(201, knobs.fileTransfers.publish(environment ?? address.environment, file)),
})

const byTransferId = z.object({ id: z.string().describe('A file transfer of the environment addressed.') })

const scanRequest = z.strictObject({ result: z.enum(scanResults).optional().describe('Name and content of the file decide when absent.') })

const scanFileTransfer = defineControl({
  id: 'control.scanFileTransfer',
  method: 'POST',
  path: '/_standin/file-transfers/{id}/scan',
  world: 'made',
  summary: 'End the scan of a file now',
  request: { params: byTransferId, body: optionalJson(scanRequest) },
  replies: { 200: reply.json(transferReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98' }, body: { result: 'infected' } },

  async handle({ params: { id }, body = {} }, { knobs, address, reply: answer }) {
    return answer(200, await knobs.fileTransfers.scan(address.environment, id, body.result))
  },
})

/** Source: decisions §12. */
const showFileTransfer = defineControl({
  id: 'control.showFileTransfer',
  method: 'GET',
  path: '/_standin/file-transfers/{id}',
  summary: 'A file transfer with its history, as its sender reads its details',
  request: { params: byTransferId },
  replies: { 200: reply.json(fileTransferReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98' } },

  handle: ({ params: { id } }, { knobs, address, reply: answer }) => answer(200, knobs.fileTransfers.show(address.environment, id)),
})

const expireFileTransfer = defineControl({
  id: 'control.expireFileTransfer',
  method: 'POST',
  path: '/_standin/file-transfers/{id}/expire',
  world: 'made',
  summary: 'Purge a file now, as at the end of its time or of its grace period',
  request: { params: byTransferId },
  replies: { 200: reply.json(transferReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98' } },

  async handle({ params: { id } }, { knobs, address, reply: answer }) {
    return answer(200, await knobs.fileTransfers.expire(address.environment, id))
  },
})

export const fileTransfersRows = [publishFileTransfer, showFileTransfer, scanFileTransfer, expireFileTransfer] as const
