/** A world's outbox: messages in the order they were sent. Source: decisions §7. */

import type { Share } from '../journal/budget.ts'
import type { EnvironmentName, Records } from '../records.ts'
import { defineRecord } from '../records.ts'
import type { Table } from './table.ts'

/** A reference to a message, whose text is generated when the outbox is read. Plain data. */
export interface Posted {
  readonly id: string
  /** When the message was first sent, in milliseconds of world time since 1970. */
  readonly at: number
  readonly environment: EnvironmentName
  readonly shipmentId: string
  /** The message's position in the shipment's entries, counted from 0. */
  readonly entry: number
  /** The journal line or booking that sent the message. */
  readonly cause?: string | undefined
}

export interface OutboxTable {
  readonly dropped: number
  readonly records: Table<Posted>
  /** Adds a message, unless it has been sent before. */
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

/** Returns a message's id. Shipment ids are unique across both environments. */
const nameOf = ({ shipmentId, entry }: Omit<Posted, 'id'>) => (entry === 0 ? shipmentId : `${shipmentId} ${entry}`)

/** Estimated bytes per message without its text, which is not stored here. */
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
