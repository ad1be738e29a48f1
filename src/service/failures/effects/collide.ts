/** Makes concurrent calls collide: orders with the same idempotencyId, and uploads to the same file transfer. */
import { z } from 'zod'
import type { CollidingCall } from '../../areas/circumstances.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineDecide, durationOption, milliseconds } from '../scenario/effect.ts'

const options = whenNeeded(() =>
  z.union([
    /** Each call collides with itself, as if the network had delivered it twice. The client receives the reply to the copy that fails. */
    z.literal('twin'),
    /** In world time. Calls within this window, or before the first call has ended, count as concurrent. */
    z.strictObject({ window: durationOption().describe('Calls within this world time count as concurrent.') }),
  ]),
)

/**
 * True for the colliding calls that succeed, counted from 1. In the live services: a quarter of the orders, but only one upload. Source:
 * decisions §14.
 */
const isSpared: Readonly<Record<CollidingCall['of'], (nth: number) => boolean>> = {
  order: (nth) => nth % 4 === 0,
  upload: (nth) => nth === 1,
}

export const collide = defineDecide({
  options,
  summary: 'Concurrent calls collide: orders with the same idempotencyId, uploads to the same file transfer',
  anywhere: true,
  explain: (chosen) =>
    chosen === 'twin'
      ? 'The call arrives twice at the same time, and the client receives the reply to the copy that fails.'
      : `Orders with the same idempotencyId, and uploads to the same file transfer, collide within ${chosen.window}: most of them fail with 500.`,
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
