/** Returns histories in random order, because the live services do not sort them. */
import { z } from 'zod'
import { defineDecide } from '../scenario/effect.ts'

/** Returns a derangement: no entry stays in place, so the first and last entries always change. */
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
  summary: 'Histories and recipient lists are in random order',
  anywhere: true,
  explain: () =>
    'Histories, recipient statuses and message addresses are in a random order determined by the seed. No entry stays in place.',
  concerns: (_, { asks }) => asks?.includes('histories') === true,
  decide: (_, circumstances, { fraction }) => ({
    ...circumstances,
    history: (entries) => shuffled(circumstances.history(entries), fraction),
  }),
})
