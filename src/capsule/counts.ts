/** How many calls a capsule has. Every command says these numbers. */
import type { Capsule } from './read-capsule.ts'

export interface Counts {
  /** The calls of the service, and the control rows that were called and change something. */
  readonly calls: number
  /** How many of them were control rows. */
  readonly controlCalls: number
}

export const countsOf = ({ calls }: Pick<Capsule, 'calls'>): Counts => ({
  calls: calls.size,
  controlCalls: [...calls.values()].filter(({ arrival }) => arrival.event === 'control').length,
})
