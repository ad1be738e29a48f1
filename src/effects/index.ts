/** The table of effects: every way to fail. */
import { disconnect } from './disconnect.ts'
import type { Effect } from './effect.ts'
import { latency } from './latency.ts'
import { outage } from './outage.ts'
import { refuse } from './refuse.ts'

/** Where one rule has several, the first listed here is outermost. */
export const effects = { latency, disconnect, refuse, outage } as const satisfies Record<string, Effect>

export type EffectName = keyof typeof effects
