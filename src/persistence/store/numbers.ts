/** Ensures that call, token and intervention numbers are never reused, even if a store has lost its last changes. */
import type { WorldDocument } from '../snapshot/world.ts'
import type { Change } from './store.ts'

export interface StoredNumbers {
  /** Upper bound for call, token and intervention numbers in all worlds. */
  readonly highest: number
  /** Numbers in new worlds begin after this one. Greater than 0 after a loss, so that no id is used twice. */
  readonly from: number
  /** True if the store was closed properly. Otherwise it might have lost its last changes without a trace. */
  readonly ended: boolean
}

/** Numbers reserved per step. */
const reserve = 10_000

export interface Numbers {
  readonly from: number
  /** Returns the change to write when the store is opened. */
  begun(): Change
  /** Call this before storing a number: reserves more numbers if necessary. */
  reach(number: number, write: (change: Change) => void): void
  /** Returns the change to write when the store is closed, if any. */
  ended(): Change | undefined
}

/** Number reservations for a store that never loses commits, which needs none. */
export const safeNumbers: Pick<Numbers, 'from' | 'reach' | 'ended'> = { from: 0, reach() {}, ended: () => undefined }

export function createNumbers(before: StoredNumbers | undefined): Numbers {
  const { highest: known = 0, from: earlier = 0, ended = true } = before ?? {}
  const from = ended ? earlier : known
  let highest = known
  const change = (isEnd: boolean): Change => ({
    what: 'value',
    name: 'numbers',
    json: JSON.stringify({ highest, from, ended: isEnd } satisfies StoredNumbers),
  })
  return {
    from,
    begun: () => change(false),
    reach(number, write) {
      if (number <= highest) return
      highest = number + reserve
      write(change(false))
    },
    ended: () => change(true),
  }
}

/** Raises a world's numbers to at least `from`, because the last numbers used might have been lost. */
export const numberedFrom = (from: number, document: WorldDocument): WorldDocument => ({
  ...document,
  calls: Math.max(document.calls, from),
  tokens: Math.max(document.tokens, from),
  interventions: Math.max(document.interventions, from),
})
