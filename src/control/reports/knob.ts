/** Delivery reports that a tester chooses. */
import type { z } from 'zod'
import { correctEntry, expiryOf, moveEntry } from '../../service/areas/notifications/messages.ts'
import { type Entry, mostReports, shipments } from '../../service/areas/notifications/records.ts'
import { type EntryStatus, reportStatuses } from '../../service/areas/notifications/wire.ts'
import { readGuid } from '../../service/wire/identifiers.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import type { EnvironmentName } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import type { reportReply } from './rows.ts'

export type Reports = ReturnType<typeof createReports>

export function createReports(current: () => World) {
  return {
    /**
     * Sends a report, which overwrites any earlier report. `recipient`: the message's position in the delivery manifest, starting at 0.
     * Throws {@link Misuse} if the message cannot get this report.
     */
    report(environment: EnvironmentName, shipmentId: string, recipient: number, status: string): z.output<typeof reportReply> {
      const world = current()
      const now = world.clock.now()
      const inIt = world.environments[environment]
      const shipment = inIt.of(shipments).get(readGuid(shipmentId) ?? '')
      if (!shipment) throw new Misuse(`Shipment not found in ${environment}: ${JSON.stringify(shipmentId.slice(0, 100))}.`, undefined, 404)
      const entry = shipment.entries[recipient]
      if (!entry) throw new Misuse(`The shipment has no recipient ${recipient}.`, [...shipment.entries.keys()].map(String), 404)
      const wanted = statusOf(entry, status)
      const expiry = expiryOf(shipment, entry)
      if (now > expiry) throw new Misuse(`The message expired at ${zulu(expiry)}. The service ignores later reports.`, undefined, 409)
      const act = { environment: inIt, now: () => now }
      const isAwaited = isAwaiting(entry)
      if (!isAwaited && !reportStatuses[entry.channel].includes(entry.status))
        throw new Misuse(
          `A message in ${entry.status} cannot get a delivery report, because the provider has not accepted it.`,
          undefined,
          409,
        )
      entry.chosen = [...(entry.chosen ?? []), { at: now, status: wanted }].slice(-mostReports)
      if (isAwaited) moveEntry(act, shipment, entry, wanted)
      else correctEntry(act, shipment, entry, wanted)
      const { channel: type, destination, lastUpdate } = entry
      const reported = { type, destination, status: entry.status, lastUpdate: zulu(lastUpdate) }
      return { shipmentId: shipment.id, status: shipment.status, recipient: reported }
    },
  }
}

const isAwaiting = ({ status }: Entry) => status === 'SMS_Accepted' || status === 'Email_Succeeded'

function statusOf({ channel }: Entry, status: string): EntryStatus {
  const known = reportStatuses[channel].find((each) => each === status)
  if (known === undefined)
    throw new Misuse(`status: ${JSON.stringify(status.slice(0, 100))} is not a delivery report status.`, reportStatuses[channel])
  return known
}
