/** Lets histories come in no order, as the queries of the live services give them. */
import { z } from 'zod'
import { defineDecide } from '../effect.ts'

/** Another order, in which no entry stays in its place: neither the first nor the last one is what it was. */
function shuffled<T>(entries: readonly T[], fraction: () => number): T[] {
  const order = [...entries]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(fraction() * at)
    const moved = order[at] as T
    order[at] = order[other] as T
    order[other] = moved
  }
  return order
}

export const shuffle = defineDecide({
  options: () => z.literal('histories'),
  summary: 'Histories and lists of recipients come in another order',
  anywhere: true,
  explain: () =>
    'Histories, the statuses of recipients and the addresses of a message come in an order that the seed decides. No entry stays in its place.',
  concerns: (_, { asks }) => asks?.includes('histories') === true,
  decide: (_, circumstances, { fraction }) => ({
    ...circumstances,
    history: (entries) => shuffled(circumstances.history(entries), fraction),
  }),
})
