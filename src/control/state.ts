/** The records of a world: how many there are by status, and the latest ones. */

import type { z } from 'zod'
import { current, type FileTransfer } from '../areas/file-transfer/records/file-transfer.ts'
import { fileTransfers } from '../areas/file-transfer/records/file-transfer-index.ts'
import { orders } from '../areas/notifications/records/orders.ts'
import { type Shipment, shipments } from '../areas/notifications/records/shipment.ts'
import { resources } from '../areas/resources/records/resource.ts'
import { zulu } from '../wire/values/timestamp.ts'
import type { Environment } from '../world/environment.ts'
import { type Defect, defects } from '../world/time/booked.ts'
import type { World } from '../world/world.ts'
import type { defect, environment, fileTransfer, shipment, stateReply } from './rows/state.ts'

/** How many of the latest records of each kind are listed. */
const shown = 100

/** Counts and lists the records of a world, per environment. */
export type ShowState = () => z.output<typeof stateReply>

declare module '../knobs.ts' {
  interface WorldKnobs {
    /** Counts and lists the records, per environment. */
    readonly state: ShowState
  }
}

/** Asks for the current world each time, because a reset replaces it. */
export const createShowState =
  (world: () => World): ShowState =>
  () => {
    const { name, data, blobs, environments, of } = world()
    return {
      world: name,
      created: zulu(data.created),
      calls: data.calls,
      content: { files: blobs.held.count, bytes: blobs.held.bytes },
      defects: [...of(defects).values()].slice(-shown).map(showDefect),
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

function summary({ of }: Environment): z.output<typeof environment> {
  return {
    orders: { total: of(orders).size },
    shipments: collection(of(shipments).findMany(), ({ status }) => status, showShipment),
    fileTransfers: collection(of(fileTransfers).findMany(), (transfer) => current(transfer).status, showFileTransfer),
    resources: { total: of(resources).size },
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
