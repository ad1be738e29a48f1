/** The table of effects: the failures that a rule can cause. */

import { collide } from './effects/collide.ts'
import { disconnect } from './effects/disconnect.ts'
import { earlyAnswer } from './effects/early-answer.ts'
import { events } from './effects/events.ts'
import { exhaust } from './effects/exhaust.ts'
import { garble } from './effects/garble.ts'
import { grease } from './effects/grease.ts'
import { hold } from './effects/hold.ts'
import { keys } from './effects/keys.ts'
import { latency } from './effects/latency.ts'
import { outage } from './effects/outage.ts'
import { outcome } from './effects/outcome.ts'
import { receiver } from './effects/receiver.ts'
import { refuse } from './effects/refuse.ts'
import { respond } from './effects/respond.ts'
import { scan } from './effects/scan.ts'
import { shuffle } from './effects/shuffle.ts'
import { skew } from './effects/skew.ts'
import { stale } from './effects/stale.ts'
import { throttle } from './effects/throttle.ts'
import { truncate } from './effects/truncate.ts'
import type { Effect } from './scenario/effect.ts'

export { awayOf } from './effects/outage.ts'
export { type Around, durationOption, type Effect, milliseconds, spanOf, type TimeSpan, timeSpan, withBody } from './scenario/effect.ts'

/** If a rule has several effects, the first one in this table is the outermost. */
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
