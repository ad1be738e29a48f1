/** Counts and lists the records of a world. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { recordSchemas } from '../records/rows.ts'
import { defineControl } from '../rows/row.ts'

const byStatus = z.record(z.string(), z.int())

const { shipments, fileTransfers } = recordSchemas

const shipment = shipments.omit({ environment: true, orderId: true, created: true, lastUpdate: true }).extend({
  recipients: z.array(shipments.shape.recipients.element.pick({ destination: true, status: true })).describe('Its recipients.'),
})
const fileTransfer = fileTransfers.omit({ environment: true, sendersFileTransferReference: true })

export const environment = z.object({
  orders: z.object({ total: z.int().describe('How many there are in all.') }).describe('The orders.'),
  shipments: z
    .object({
      total: z.int().describe('How many there are in all.'),
      byStatus: byStatus.describe('How many there are in each status.'),
      latest: z.array(shipment).describe('The newest ones.'),
    })
    .describe('The shipments.'),
  fileTransfers: z
    .object({
      total: z.int().describe('How many there are in all.'),
      byStatus: byStatus.describe('How many there are in each status.'),
      latest: z.array(fileTransfer).describe('The newest ones.'),
    })
    .describe('The file transfers.'),
  resources: z.object({ total: z.int().describe('How many there are in all.') }).describe('The resources.'),
})

/** Jobs that a defect of Standin broke. They are tried again. */
export const defect = z.object({
  at: z.iso.datetime().describe('When, on the clock of the world.'),
  id: z.string().describe('The id of its booking.'),
  what: z.string().describe('The name of the job, or what happened.'),
  environment: z.string().describe('The environment: test or production.'),
  data: z.record(z.string(), z.unknown()).describe('What the job worked on.'),
  why: z.string().describe('What the defect says.'),
  times: z.int().describe('How often the job was tried.'),
  next: z.iso.datetime().describe('When it is tried again.'),
})

export const stateReply = z.object({
  world: z.string().describe('The name of the world.'),
  created: z.iso.datetime().describe('When it was made.'),
  calls: z.int().describe('How many calls the world has had.'),
  content: z
    .object({ files: z.int().describe('How many files are stored.'), bytes: z.int().describe('How many bytes are stored.') })
    .describe('The stored content of files.'),
  defects: z.array(defect).describe('Jobs that a defect of Standin broke. They are tried again.'),
  environments: z
    .object({ test: environment.describe('The test environment.'), production: environment.describe('The production environment.') })
    .describe('What each environment contains.'),
})

const summary = 'Count the records of a world'

const showState = defineControl({
  id: 'control.showState',
  method: 'GET',
  path: '/_standin/state',
  summary: 'Counts and summaries of records, per environment',
  request: {},
  replies: { 200: reply.json(stateReply) },
  command: {
    group: { name: 'state', summary },
    name: 'show',
    byDefault: true,
    summary,
    examples: [['standin state --json', 'Print also the latest shipments and file transfers']],
  },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.state()),
})

export const stateRows = [showState] as const
