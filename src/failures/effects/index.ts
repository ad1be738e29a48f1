/** The table of effects: every way to fail. */
import { collide } from './collide.ts'
import { disconnect } from './disconnect.ts'
import { earlyAnswer } from './early-answer.ts'
import type { Effect } from './effect.ts'
import { events } from './events.ts'
import { exhaust } from './exhaust.ts'
import { garble } from './garble.ts'
import { grease } from './grease.ts'
import { hold } from './hold.ts'
import { keys } from './keys.ts'
import { latency } from './latency.ts'
import { outage } from './outage.ts'
import { outcome } from './outcome.ts'
import { receiver } from './receiver.ts'
import { refuse } from './refuse.ts'
import { respond } from './respond.ts'
import { scan } from './scan.ts'
import { shuffle } from './shuffle.ts'
import { skew } from './skew.ts'
import { stale } from './stale.ts'
import { throttle } from './throttle.ts'
import { truncate } from './truncate.ts'

/** When one rule has several effects, the first one in this table is outermost. */
export const effects = {
  latency,
  throttle,
  disconnect,
  hold,
  truncate,
  garble,
  grease,
  'early-answer': earlyAnswer,
  respond,
  refuse,
  outage,
  exhaust,
  skew,
  keys,
  outcome,
  scan,
  events,
  receiver,
  stale,
  shuffle,
  collide,
} as const satisfies Record<string, Effect>

export type EffectName = keyof typeof effects
