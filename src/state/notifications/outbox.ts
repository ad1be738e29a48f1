/** The outbox of one world: which messages have been handed over, in that order. Source: decisions §7. */
import type { EnvironmentName } from '../agenda.ts'

/** Names a message rather than holding it: what it says is made when somebody looks. Plain data. */
export interface Posted {
  readonly id: string
  /** When it was first handed over, in world milliseconds since 1970. */
  readonly at: number
  readonly environment: EnvironmentName
  readonly shipmentId: string
  /** Which of the shipment's entries it is, counted from 0. */
  readonly entry: number
}

export interface OutboxTable {
  /** A message that is handed over again is still one message. */
  add(message: Omit<Posted, 'id'>): void
  /** Oldest first. */
  list(): Posted[]
  clear(): void
}

export function createOutboxTable(): OutboxTable {
  const messages = new Map<string, Posted>()
  let count = 0
  return {
    add(message) {
      const name = `${message.environment} ${message.shipmentId} ${message.entry}`
      if (!messages.has(name)) messages.set(name, { id: String(++count), ...message })
    },
    list: () => [...messages.values()],
    clear: () => messages.clear(),
  }
}
