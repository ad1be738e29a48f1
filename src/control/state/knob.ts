/** Summarizes a world's records: counts by status, and the latest records. */

import type { z } from 'zod'
import { current, fileTransfers } from '../../service/areas/file-transfer/records.ts'
import { orders, shipments } from '../../service/areas/notifications/records.ts'
import { resources } from '../../service/areas/resources/records.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import { type Defect, defects } from '../../service/world/clock.ts'
import type { Environment } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import { showFileTransfer, showShipment } from '../collections.ts'
import type { defect, environment, stateReply } from './rows.ts'

/** Maximum number of records of each kind to list. The latest records are listed, oldest first. */
const shown = 100

export type ShowState = () => z.output<typeof stateReply>

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

function summary(each: Environment): z.output<typeof environment> {
  const { of } = each
  return {
    orders: { total: of(orders).size },
    shipments: collection(
      of(shipments).findMany(),
      ({ status }) => status,
      (record) => {
        const { recipients, ...others } = without(showShipment(record, each), 'environment', 'orderId', 'created', 'lastUpdate')
        return { ...others, recipients: recipients.map(({ destination, status }) => ({ destination, status })) }
      },
    ),
    fileTransfers: collection(
      of(fileTransfers).findMany(),
      (transfer) => current(transfer).status,
      (record) => without(showFileTransfer(record, each), 'environment', 'sendersFileTransferReference'),
    ),
    resources: { total: of(resources).size },
  }
}

const without = <R extends object, N extends keyof R>(record: R, ...names: readonly N[]): Omit<R, N> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name as N))) as Omit<R, N>

function collection<R, S>(records: readonly R[], statusOf: (record: R) => string, show: (record: R) => S) {
  const counts: Record<string, number> = {}
  for (const record of records) counts[statusOf(record)] = (counts[statusOf(record)] ?? 0) + 1
  return { total: records.length, byStatus: counts, latest: records.slice(-shown).map(show) }
}
