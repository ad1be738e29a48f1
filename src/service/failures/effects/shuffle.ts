/** Returns histories in random order, because the live services' queries do not sort them. */
import { z } from 'zod'
import { defineDecide } from '../scenario/effect.ts'

/** A derangement: no entry keeps its position, so the first and last entries always change. */
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
  summary: 'Histories and lists of recipients are in random order',
  anywhere: true,
  explain: () =>
    "Histories, recipient statuses and a message's addresses are in random order, determined by the seed. No entry stays in its place.",
  concerns: (_, { asks }) => asks?.includes('histories') === true,
  decide: (_, circumstances, { fraction }) => ({
    ...circumstances,
    history: (entries) => shuffled(circumstances.history(entries), fraction),
  }),
})
