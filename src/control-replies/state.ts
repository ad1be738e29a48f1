/** The reply about the records of a world. */
import { z } from 'zod'

const byStatus = z.record(z.string(), z.int())

export const shipment = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  creator: z.string(),
  sendersReference: z.string().nullable(),
  requestedSendTime: z.iso.datetime(),
  recipients: z.array(z.object({ destination: z.string(), status: z.string() })),
})

export const fileTransfer = z.object({
  id: z.string(),
  status: z.string(),
  resourceId: z.string(),
  fileName: z.string(),
  sender: z.string(),
  recipients: z.array(z.string()),
  created: z.iso.datetime(),
  expires: z.iso.datetime(),
  size: z.int().nullable(),
})

export const environment = z.object({
  orders: z.object({ total: z.int() }),
  shipments: z.object({ total: z.int(), byStatus, latest: z.array(shipment) }),
  fileTransfers: z.object({ total: z.int(), byStatus, latest: z.array(fileTransfer) }),
  resources: z.object({ total: z.int() }),
})

/** Jobs that a defect of Standin broke. They are tried again. */
export const defect = z.object({
  at: z.iso.datetime(),
  id: z.string(),
  what: z.string(),
  environment: z.string(),
  data: z.record(z.string(), z.unknown()),
  why: z.string(),
  times: z.int(),
  next: z.iso.datetime(),
})

export const stateReply = z.object({
  world: z.string(),
  created: z.iso.datetime(),
  calls: z.int(),
  content: z.object({ files: z.int(), bytes: z.int() }),
  defects: z.array(defect),
  environments: z.object({ test: environment, production: environment }),
})
