/** What must hold for the records of a world at the end of each run. */
import type { WorldKnobs } from '../simulator.ts'

export interface Violation {
  /** The name of the invariant. */
  readonly invariant: string
  /** Completes "your client …": `orders twice`. */
  readonly sentence: string
}

export function findViolations({ outbox, name }: WorldKnobs): Violation[] {
  void name
  const known = new Map<string, Set<string>>()
  for (const { creator, to, subject, body, orderId } of outbox.list().messages) {
    const key = JSON.stringify([creator, to, subject, body])
    known.set(key, (known.get(key) ?? new Set()).add(String(orderId)))
  }
  return [...known].flatMap(([key, orders]) =>
    orders.size > 1
      ? [
          {
            invariant: 'ordered-twice',
            sentence: `orders the same more than once: ${orders.size} messages to ${(JSON.parse(key) as string[])[1]}`,
          },
        ]
      : [],
  )
}
