/** Delivers events late, twice, in a different order, or not at all. */
import { z } from 'zod'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineDecide, durationOption, hits, milliseconds, shareOption, shareText } from '../scenario/effect.ts'

/** By default, an event is held back for this long, so that other events can overtake it. */
const defaultHold = 'PT10S'
/** Delay between an event and its duplicate, in milliseconds. */
const duplicateDelay = 1_000

const names = ['delay', 'duplicate', 'reorder', 'drop'] as const

const options = whenNeeded(() =>
  z
    .strictObject({
      delay: durationOption().optional().describe('How long events are delayed.'),
      duplicate: shareOption().optional().describe('The share of events that arrive twice: true for all, or a fraction from 0 to 1.'),
      reorder: z
        .union([z.literal(true), durationOption()], { error: 'is not true or a duration such as 10s' })
        .optional()
        .describe('Delays every other event by this duration; true means 10s.'),
      drop: shareOption().optional().describe('The share of events that are lost: true for all, or a fraction from 0 to 1.'),
    })
    .refine((written) => names.some((name) => written[name] !== undefined), {
      error: 'needs at least one of these options',
      params: { choices: names },
    }),
)

type Options = z.output<ReturnType<typeof options>>

const heldBack = ({ reorder }: Options): string | undefined => (reorder === true ? defaultHold : reorder)

const sentences = ({ delay, duplicate, drop, ...more }: Options): (string | undefined)[] => [
  drop === undefined ? undefined : `${shareText(drop, 'Events', 'the events')} are lost`,
  duplicate === undefined ? undefined : `${shareText(duplicate, 'events', 'the events')} arrive twice`,
  delay === undefined ? undefined : `events arrive ${delay} late`,
  heldBack(more) === undefined ? undefined : `every other event in a subscription is delayed by ${heldBack(more)}`,
]

export const events = defineDecide({
  options,
  summary: 'Events arrive late, twice, out of order, or not at all',
  anywhere: true,
  explain(chosen) {
    const text = sentences(chosen)
      .filter((sentence) => sentence !== undefined)
      .join('; ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  },
  concerns: (_, { asks }) => asks?.includes('delivery') === true,
  decide: (chosen, circumstances, { fraction, count }) => ({
    ...circumstances,
    delivery(event, subscription) {
      if (hits(chosen.drop, fraction)) return []
      const wait = heldBack(chosen)
      // Counted per subscription, because an event can only be overtaken by others for the same subscription.
      const holdTime = wait !== undefined && count(`events of ${subscription.id}`) % 2 === 1 ? milliseconds(wait) : 0
      const late = milliseconds(chosen.delay ?? 'PT0S') + holdTime
      const once = circumstances.delivery(event, subscription).map((at) => at + late)
      return hits(chosen.duplicate, fraction) ? [...once, ...once.map((at) => at + duplicateDelay)] : once
    },
  }),
})
