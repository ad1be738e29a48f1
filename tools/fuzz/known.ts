/** Collects ids from a simulator's replies, and values from givens by name. */

import type { WorldKnobs } from '../../src/control/create-simulator.ts'
import { anyName, Misuse } from '../../src/service/wire/misuse.ts'
import type { Dice } from './dice.ts'

export interface Known {
  readonly ids: readonly string[]
  /** Returns the values that givens have provided under a name, such as `fileTransferId`. */
  named(name: string): readonly string[]
  learn(text: string): void
  arrange(sentence: string): Promise<void>
}

const most = { ids: 500, named: 20 }
/** Number of characters searched in a reply. */
const looked = 20_000

const idForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

export function createKnown(dice: Dice, { givens }: Pick<WorldKnobs, 'givens'>): Known {
  const ids: string[] = []
  const values = new Map<string, string[]>()
  const named = (name: string) => values.get(name) ?? []
  function keep(all: string[], value: string, limit: number): string[] {
    if (all.length < limit) all.push(value)
    else all[dice.below(limit)] = value
    return all
  }
  return {
    ids,
    named,
    learn(text) {
      for (const [id] of text.slice(0, looked).matchAll(idForm)) keep(ids, id, most.ids)
    },
    async arrange(sentence) {
      try {
        const left = await givens.arrange(anyName(sentence))
        for (const [name, value] of Object.entries(left)) values.set(name, keep([...named(name)], String(value), most.named))
      } catch (thrown) {
        // Earlier calls might have removed records that the given needs.
        if (!(thrown instanceof Misuse)) throw thrown
      }
    },
  }
}
