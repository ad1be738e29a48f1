/** The control row that counts and lists a world's records. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { recordSchemas } from '../records/rows.ts'
import { defineControl } from '../rows/row.ts'

const byStatus = z.record(z.string(), z.int())

const { shipments, fileTransfers } = recordSchemas

const shipment = shipments.omit({ environment: true, orderId: true, created: true, lastUpdate: true }).extend({
  recipients: z.array(shipments.shape.recipients.element.pick({ destination: true, status: true })).describe('The recipients.'),
})
const fileTransfer = fileTransfers.omit({ environment: true, sendersFileTransferReference: true })

export const environment = z.object({
  orders: z.object({ total: z.int().describe('The total number of orders.') }).describe('The orders.'),
  shipments: z
    .object({
      total: z.int().describe('The total number of shipments.'),
      byStatus: byStatus.describe('The number of shipments by status.'),
      latest: z.array(shipment).describe('The newest 100 shipments, oldest first.'),
    })
    .describe('The shipments.'),
  fileTransfers: z
    .object({
      total: z.int().describe('The total number of file transfers.'),
      byStatus: byStatus.describe('The number of file transfers by status.'),
      latest: z.array(fileTransfer).describe('The newest 100 file transfers, oldest first.'),
    })
    .describe('The file transfers.'),
  resources: z.object({ total: z.int().describe('The total number of resources.') }).describe('The resources.'),
})

export const defect = z.object({
  at: z.iso.datetime().describe("The time on the world's clock."),
  id: z.string().describe('The booking id.'),
  what: z.string().describe("The job's name."),
  environment: z.string().describe('The environment: test or production.'),
  data: z.record(z.string(), z.unknown()).describe("The job's input."),
  why: z.string().describe('The error message.'),
  times: z.int().describe('The number of attempts.'),
  next: z.iso.datetime().describe('When the next attempt is due.'),
})

export const stateReply = z.object({
  world: z.string().describe("The world's name."),
  created: z.iso.datetime().describe('When the world was created.'),
  calls: z.int().describe('The number of calls made to the world.'),
  content: z
    .object({ files: z.int().describe('The number of stored files.'), bytes: z.int().describe('The number of stored bytes.') })
    .describe('Stored file content.'),
  defects: z.array(defect).describe('Jobs that failed because of a bug in Standin. They are retried.'),
  environments: z
    .object({ test: environment.describe('The test environment.'), production: environment.describe('The production environment.') })
    .describe("Each environment's contents."),
})

const summary = "Count a world's records"

const showState = defineControl('control.showState', 'GET /_standin/state', {
  summary: 'Record counts and summaries, per environment',
  replies: { 200: reply.json(stateReply) },
  command: {
    group: { name: 'state', summary },
    name: 'show',
    byDefault: true,
    summary,
    examples: [['standin state --json', 'Also print the latest shipments and file transfers']],
  },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.state()),
})

export const stateRows = [showState] as const
