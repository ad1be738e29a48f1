/** Control rows for interventions in file transfers. */
import { z } from 'zod'
import { detailsReply, initializeReply } from '../../service/areas/file-transfer/index.ts'
import { scanResults, statusNames } from '../../service/areas/file-transfer/wire.ts'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { defineControl, optionalJson } from '../rows/row.ts'

export const publishedReply = initializeReply

/** The details that the sender sees. Source: file-transfer §4.2. */
export const fileTransferReply = detailsReply

export const transferReply = z.object({
  fileTransferId: z.string().describe('The file transfer id.'),
  status: z.enum(statusNames).describe("The file transfer's status."),
})

export type TransferReply = z.output<typeof transferReply>

const party = z.string().max(200)

const newFileTransfer = z.strictObject({
  size: z.int().min(0).describe('The size in bytes. The content is generated, so it takes up no space.'),
  seed: z.int().optional().describe("The same seed produces the same bytes. Default: the world's seed."),
  fileName: z.string().optional().describe('The file name, 1 to 255 characters.'),
  sender: party.optional().describe("The sender's organization number, in any format that the service accepts."),
  recipients: z.array(party).max(10_000).optional().describe("The recipients' organization numbers."),
  resourceId: z.string().optional().describe('The resource id. Default: standin-unscanned. In production, other resources need approval.'),
  environment: z.enum(environmentNames).optional().describe('Default: the environment in the URL.'),
})

const group = { name: 'files', summary: 'List, publish, scan, expire and download file transfers' } as const

const hints = { id: 'from "standin files"' }

const publishFileTransfer = defineControl('control.publishFileTransfer', 'POST /_standin/file-transfers', {
  world: 'made',
  summary: 'Publish a file of any size, whose bytes are generated while a client reads them',
  request: { body: json(newFileTransfer) },
  replies: { 201: reply.json(publishedReply) },
  example: { body: { size: 100_000_000_000, fileName: 'large.bin', recipients: ['370916446'] } },
  command: {
    group,
    name: 'publish',
    summary: 'Publish a file of any size, whose bytes are generated while a recipient downloads them',
    names: { resourceId: 'resource' },
    fallbacks: { size: 1000 },
    examples: [['standin files publish --size 100000000000 --recipients 370916446', 'Publish a 100 GB file without storing it']],
    said: '{fileTransferId}',
  },

  handle: ({ body: { environment, ...file } }, { knobs, address, base, reply: answer }) =>
    answer(201, knobs.fileTransfers.publish(environment ?? address.environment, file, base)),
})

const byTransferId = z.object({ id: z.string().describe('A file transfer id in this environment.') })

const scanFileTransfer = defineControl('control.scanFileTransfer', 'POST /_standin/file-transfers/{id}/scan', {
  world: 'made',
  summary: "End a file's scan now",
  request: {
    params: byTransferId,
    body: optionalJson(
      z.strictObject({ result: z.enum(scanResults).optional().describe("The result. Default: depends on the file's name and content.") }),
    ),
  },
  replies: { 200: reply.json(transferReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98' }, body: { result: 'infected' } },
  command: { group, name: 'scan', hints, said: '{fileTransferId} is {status}.' },

  handle: async ({ params: { id }, body }, { knobs, address, reply: answer }) =>
    answer(200, await knobs.fileTransfers.scan(address.environment, id, body?.result)),
})

/** Source: decisions §12. */
const showFileTransfer = defineControl('control.showFileTransfer', 'GET /_standin/file-transfers/{id}', {
  summary: 'A file transfer and its history, as the sender sees them',
  request: { params: byTransferId },
  replies: { 200: reply.json(fileTransferReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98' } },

  handle: ({ params: { id } }, { knobs, address, reply: answer }) => answer(200, knobs.fileTransfers.show(address.environment, id)),
})

const expireFileTransfer = defineControl('control.expireFileTransfer', 'POST /_standin/file-transfers/{id}/expire', {
  world: 'made',
  summary: 'Purge a file now, as if its lifetime or grace period had ended',
  request: { params: byTransferId },
  replies: { 200: reply.json(transferReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98' } },
  command: { group, name: 'expire', hints, said: '{fileTransferId} is {status}.' },

  handle: async ({ params: { id } }, { knobs, address, reply: answer }) =>
    answer(200, await knobs.fileTransfers.expire(address.environment, id)),
})

export const fileTransfersRows = [publishFileTransfer, showFileTransfer, scanFileTransfer, expireFileTransfer] as const
