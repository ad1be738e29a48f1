/** The outbox of one world: the messages that were handed over, in that order. Source: decisions §7. */

import type { Share } from './journal/budget.ts'
import type { EnvironmentName, Records } from './records.ts'
import { defineRecord } from './records.ts'
import type { Table } from './table.ts'

/** Names a message: its text is made when the outbox is read. Plain data. */
export interface Posted {
  readonly id: string
  /** When it was first handed over, in world milliseconds since 1970. */
  readonly at: number
  readonly environment: EnvironmentName
  readonly shipmentId: string
  /** Which of the shipment's entries it is, counted from 0. */
  readonly entry: number
  /** The line or booking that handed it over. */
  readonly cause?: string | undefined
}

export interface OutboxTable {
  /** How many messages were dropped for newer lines. */
  readonly dropped: number
  readonly records: Table<Posted>
  /** A message that is handed over again is still one message. */
  add(message: Omit<Posted, 'id'>): void
  clear(): void
}

export interface OutboxData {
  dropped: number
}

export const newOutbox = (): OutboxData => ({ dropped: 0 })

export const messages = defineRecord({
  name: 'message',
  numbered: true,
  key: ({ id }: Posted) => id,
})

/** The ids of shipments are different in the two environments. */
const nameOf = ({ shipmentId, entry }: Omit<Posted, 'id'>) => (entry === 0 ? shipmentId : `${shipmentId} ${entry}`)

/** The bytes of a message, estimated: its text is not kept here. */
const weight = 400

export function createOutboxTable({ of }: Records, data: OutboxData, share: Share): OutboxTable {
  const records = of(messages)
  const names = new Set(Array.from(records.values(), nameOf))
  function dropOldest(): boolean {
    for (const oldest of records.values()) {
      records.remove(oldest)
      names.delete(nameOf(oldest))
      data.dropped++
      share.grow(-weight)
      return true
    }
    return false
  }
  share.hold({
    get bytes() {
      return weight * records.size
    },
    dropOldest,
  })
  return {
    get dropped() {
      return data.dropped
    },
    records,
    add(message) {
      const name = nameOf(message)
      if (names.has(name)) return
      names.add(name)
      const { at, environment, shipmentId, entry, cause } = message
      records.insert({ id: String(records.nextNumber()), at, environment, shipmentId, entry, cause })
      share.grow(weight)
    },
    clear() {
      share.grow(-weight * records.size)
      records.clear()
      names.clear()
      data.dropped = 0
    },
  }
}
