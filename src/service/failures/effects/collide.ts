/** Lets calls of the same moment collide: orders with one idempotencyId, and uploads to one file transfer. */
import { z } from 'zod'
import type { CollidingCall } from '../../areas/circumstances.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineDecide, durationOption, milliseconds } from '../effect.ts'

const options = whenNeeded(() =>
  z.union([
    /** Each call meets itself: the network has delivered it twice, and this is the reply of the one that lost. */
    z.literal('twin'),
    /** World time. Calls that begin within it, or arrive before the first one has done its work, are calls of the same moment. */
    z.strictObject({ window: durationOption().describe('How long a moment is, in world time.') }),
  ]),
)

/**
 * Of the calls that meet an earlier one, counted from 1: on the live services, a quarter of the orders, and one upload. Source: decisions
 * §14.
 */
const isSpared: Readonly<Record<CollidingCall['of'], (nth: number) => boolean>> = {
  order: (nth) => nth % 4 === 0,
  upload: (nth) => nth === 1,
}

export const collide = defineDecide({
  options,
  summary: 'Calls of the same moment collide: orders with one idempotencyId, uploads to one file transfer',
  anywhere: true,
  explain: (chosen) =>
    chosen === 'twin'
      ? 'The call arrives twice at the same moment, and the client reads the reply of the one that lost.'
      : `Orders with one idempotencyId, and uploads to one file transfer, that come within ${chosen.window} collide: most of them fail with 500.`,
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
