/** Publishes a file of any size, with bytes that are made while a client reads them. */
import { z } from 'zod'
import { publishedReply } from '../control-replies/file-transfers.ts'
import { environmentNames } from '../state/agenda.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const party = z.string().max(200)

const request = z.strictObject({
  size: z.int().min(0).describe('Bytes; none of them is stored.'),
  seed: z.int().optional().describe("The same seed gives the same bytes; the simulator's when absent."),
  fileName: z.string().optional(),
  sender: party.optional().describe('An organization number, or any form that the service accepts.'),
  recipients: z.array(party).max(10_000).optional(),
  resourceId: z.string().optional().describe('standin-unscanned when absent; in production, others need an approval.'),
  environment: z.enum(environmentNames).optional().describe('That of the address when absent.'),
})

export const publishFileTransfer = defineControl({
  id: 'control.publishFileTransfer',
  summary: 'Publish a file of any size, with bytes that are made while a client reads them',
  request: { body: json(request) },
  replies: { 201: reply.json(publishedReply) },
  example: { body: { size: 100_000_000_000, fileName: 'large.bin', recipients: ['370916446'] } },

  handle: ({ body: { environment, ...file } }, { knobs, address, reply: answer }) =>
    answer(201, knobs.fileTransfers.publish(environment ?? address.environment, file)),
})
