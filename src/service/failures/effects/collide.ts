/** Makes simultaneous calls collide: orders with the same idempotencyId, and uploads to the same file transfer. */
import { z } from 'zod'
import type { CollidingCall } from '../../areas/circumstances.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineDecide, durationOption, milliseconds } from '../scenario/effect.ts'

const options = whenNeeded(() =>
  z.union([
    /** Each call collides with itself: the network delivered it twice, and this is the reply to the losing copy. */
    z.literal('twin'),
    /** World time. Calls within this window, or before the first call is done, count as simultaneous. */
    z.strictObject({ window: durationOption().describe('Calls within this world time count as simultaneous.') }),
  ]),
)

/**
 * The colliding calls that succeed, counted from 1. On the live services: a quarter of the orders, and one upload. Source: decisions §14.
 */
const isSpared: Readonly<Record<CollidingCall['of'], (nth: number) => boolean>> = {
  order: (nth) => nth % 4 === 0,
  upload: (nth) => nth === 1,
}

export const collide = defineDecide({
  options,
  summary: 'Simultaneous calls collide: orders with one idempotencyId, uploads to one file transfer',
  anywhere: true,
  explain: (chosen) =>
    chosen === 'twin'
      ? 'The call arrives twice at the same time, and the client receives the reply to the losing one.'
      : `Orders with one idempotencyId, and uploads to one file transfer, collide within ${chosen.window}: most of them fail with 500.`,
  concerns: (_, { asks }) => asks?.includes('collision') === true,
  decide: (chosen, circumstances, { count }) => ({
    ...circumstances,
    collision(call) {
      if (chosen === 'twin') return 'lost'
      if (call.apart === undefined || call.apart > milliseconds(chosen.window)) return circumstances.collision(call)
      return isSpared[call.of](count(`${call.of} ${call.thing}`)) ? 'spared' : 'lost'
    },
  }),
})
