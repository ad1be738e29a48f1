/** Numbers of calls, tokens and interventions are not given twice, also where a store has lost its end. */
import type { WorldDocument } from '../snapshot/world.ts'
import type { Change } from './store.ts'

/** What a store knows of numbers. */
export interface KeptNumbers {
  /** No call, token or intervention of any world has a higher number. */
  readonly highest: number
  /** What numbers of new worlds begin after: more than 0 when numbers may be lost, so that no id comes twice. */
  readonly from: number
  /** Whether the store was closed in order. Otherwise it may have lost its end without a trace. */
  readonly ended: boolean
}

/** Numbers that are reserved at once. */
const reserve = 10_000

export interface Numbers {
  /** What numbers of worlds begin after. */
  readonly from: number
  /** What the store must know from now on. */
  begun(): Change
  /** Before a number is kept. */
  reach(number: number, write: (change: Change) => void): void
  /** The store is closed in order. Undefined: it need not know. */
  ended(): Change | undefined
}

/** Of a store that loses nothing. */
export const safeNumbers: Pick<Numbers, 'from' | 'reach' | 'ended'> = { from: 0, reach() {}, ended: () => undefined }

export function createNumbers(before: KeptNumbers | undefined): Numbers {
  const { highest: known = 0, from: earlier = 0, ended = true } = before ?? {}
  const from = ended ? earlier : known
  let highest = known
  const change = (isEnd: boolean): Change => ({
    what: 'value',
    name: 'numbers',
    json: JSON.stringify({ highest, from, ended: isEnd } satisfies KeptNumbers),
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

/** The numbers that the world had may have gone further than it knows. */
export const numberedFrom = (from: number, document: WorldDocument): WorldDocument => ({
  ...document,
  calls: Math.max(document.calls, from),
  tokens: Math.max(document.tokens, from),
  interventions: Math.max(document.interventions, from),
})
