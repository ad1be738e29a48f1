/** The records of a world: how many there are by status, and the latest ones. */
import { z } from 'zod'
import type { Defect } from '../state/agenda.ts'
import type { Environment } from '../state/environment.ts'
import { current, type FileTransfer } from '../state/file-transfer/file-transfer.ts'
import type { Shipment } from '../state/notifications/shipment.ts'
import type { World } from '../state/world.ts'
import { zulu } from '../wire/values/timestamp.ts'

/** How many of the latest records of each kind are listed. */
const shown = 100

const byStatus = z.record(z.string(), z.int())
const shipment = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  creator: z.string(),
  sendersReference: z.string().nullable(),
  requestedSendTime: z.iso.datetime(),
  recipients: z.array(z.object({ destination: z.string(), status: z.string() })),
})
const fileTransfer = z.object({
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
const environment = z.object({
  orders: z.object({ total: z.int() }),
  shipments: z.object({ total: z.int(), byStatus, latest: z.array(shipment) }),
  fileTransfers: z.object({ total: z.int(), byStatus, latest: z.array(fileTransfer) }),
  resources: z.object({ total: z.int() }),
})

/** Jobs that a defect of Standin broke. They are tried again. */
const defect = z.object({
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

/** Counts and lists the records of a world, per environment. */
export type ShowState = () => z.output<typeof stateReply>

/** Asks for the current world each time, because a reset replaces it. */
export const createShowState =
  (world: () => World): ShowState =>
  () => {
    const { name, data, blobs, environments } = world()
    return {
      world: name,
      created: zulu(data.created),
      calls: data.calls,
      content: { files: blobs.held.count, bytes: blobs.held.bytes },
      defects: [...data.clock.agenda.defects.values()].slice(-shown).map(showDefect),
      environments: { test: summary(environments.test), production: summary(environments.production) },
    }
  }

const showDefect = ({ at, id, job, environment, data, why, times, next }: Defect): z.output<typeof defect> => ({
  at: zulu(at),
  id,
  what: job,
  environment,
  data: { ...data },
  why,
  times,
  next: zulu(next),
})

function summary({ orders, shipments, fileTransfers, resources }: Environment): z.output<typeof environment> {
  return {
    orders: { total: orders.size },
    shipments: collection(shipments.findMany(), ({ status }) => status, showShipment),
    fileTransfers: collection(fileTransfers.findMany(), (transfer) => current(transfer).status, showFileTransfer),
    resources: { total: resources.size },
  }
}

function collection<R, S>(records: readonly R[], statusOf: (record: R) => string, show: (record: R) => S) {
  const counts: Record<string, number> = {}
  for (const record of records) counts[statusOf(record)] = (counts[statusOf(record)] ?? 0) + 1
  return { total: records.length, byStatus: counts, latest: records.slice(-shown).map(show) }
}

const showShipment = ({
  id,
  type,
  status,
  creator,
  sendersReference,
  requestedSendTime,
  entries,
}: Shipment): z.output<typeof shipment> => ({
  id,
  type,
  status,
  creator,
  sendersReference,
  requestedSendTime: zulu(requestedSendTime),
  recipients: entries.map((entry) => ({ destination: entry.destination, status: entry.status })),
})

function showFileTransfer(transfer: FileTransfer): z.output<typeof fileTransfer> {
  const { id, resourceId, fileName, sender, recipients, created, expires, content } = transfer
  return {
    id,
    status: current(transfer).status,
    resourceId,
    fileName,
    sender,
    recipients: [...recipients],
    created: zulu(created),
    expires: zulu(expires),
    size: content?.size ?? null,
  }
}
