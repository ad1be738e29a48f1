/** Counts what broken calls must not leave behind. All counts should be 0. */

import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileTransfers } from '../src/areas/file-transfer/records/file-transfer-index.ts'
import { orders } from '../src/areas/notifications/records/orders.ts'
import { shipments } from '../src/areas/notifications/records/shipment.ts'
import type { Simulator } from '../src/index.ts'
import type { Line } from '../src/world/journal-line.ts'

export function leftOf(simulator: Simulator): Record<string, number> {
  const { of } = simulator.world.environments.test
  const lines = simulator.world.journal.calls.list()
  const transfers = of(fileTransfers).findMany()
  const kept = transfers.flatMap(({ content }) => content ?? [])
  const halves = of(orders)
    .findMany()
    .filter(({ shipmentIds }) => shipmentIds.some((id) => !of(shipments).get(id)))
  const shipped = of(orders)
    .findMany()
    .flatMap(({ shipmentIds }) => shipmentIds)
  const folder = readdirSync(tmpdir()).find((name) => name.startsWith(`standin-${process.pid}-`))
  const files = folder === undefined ? 0 : readdirSync(`${tmpdir()}/${folder}`).length
  const cancelled = lines.filter(({ status }) => status === 499)
  return {
    'lines still open': lines.filter(({ ms }) => ms === null).length,
    '499 without NOT-00002 or a stage': cancelled.filter(({ code, stage }) => code !== 'NOT-00002' || stage === '').length,
    'orders without their shipments': halves.length,
    'shipments without their order': of(shipments).size - shipped.length,
    'orders that no line committed, or commits without an order': Math.abs(commitsOf(lines, 'notifications.') - of(orders).size),
    'orders of one idempotencyId beyond the first':
      of(orders).size -
      new Set(
        of(orders)
          .findMany()
          .map(({ idempotencyId }) => idempotencyId),
      ).size,
    'contents without their transfer': simulator.world.blobs.held.count - kept.length,
    'files without their content': files - kept.length,
    'transfers with content that are not published': transfers.filter(
      ({ content, moves }) => content && moves.at(-1)?.status !== 'Published',
    ).length,
    'limit slots lost': lostSlots(simulator, lines),
    defects: lines.filter(({ status }) => status === 500).length,
  }
}

const commitsOf = (lines: readonly Line[], area: string) =>
  lines.filter(({ operation }) => operation?.startsWith(area)).reduce((sum, { commits }) => sum + commits, 0)

/** On a frozen clock, each call of a caller uses up one slot. */
function lostSlots({ limits }: Simulator, lines: readonly Line[]): number {
  return limits.list().limits.reduce((sum, { caller, operation, limit, left }) => {
    const made = lines.filter((line) => line.operation === operation && line.caller?.clientId === caller).length
    return sum + Math.abs(limit - left - made)
  }, 0)
}
