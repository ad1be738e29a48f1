/** Keeps which worlds are closed because they move, or were moved away: a restarted server makes no empty double of them. */
import type { Closings, KeptClosings } from '../world/observing/keeping.ts'
import type { Keeper } from './keeper.ts'
import { readValue, type Store } from './store.ts'

const name = 'closings'

export async function keptClosings(store: Store, { keepValue }: Pick<Keeper, 'keepValue'>): Promise<KeptClosings> {
  const before = await readValue<Closings>(store, name)
  return { read: () => before, write: (closings) => keepValue(name, closings) }
}
