/** Finds noise: members whose values change between equal calls to the real service, although no call has changed anything. */
import { getOrCreate } from '../../../service/wire/when-needed.ts'
import type { Difference, Outcome } from '../exchange.ts'
import type { Step } from './fates.ts'
import { isSafe } from './handling.ts'
import { followsStatus, isStatusMember } from './statuses.ts'

export function createNoise() {
  /** Family → the index of the last call that changed the family. */
  const changes = new Map<string, number>()
  const polls = new Map<string, { readonly index: number; readonly values: ReadonlyMap<string, Values> }>()
  const noisy = new Set<string>()
  const calls = new Map<string, number>()
  const keyOf = (operation: string, { kind, where }: Difference) => `${operation} ${kind} ${where}`
  const isChangedAfter = (index: number, families: ReadonlySet<string>) =>
    [...families].some((family) => (changes.get(family) ?? -1) > index)

  const finder = {
    /** Returns the results without noise, and the noise itself. */
    of: (outcomes: readonly Outcome[]) => ({ outcomes: finder.without(outcomes), noise: finder.list() }),
    /** True if a call changed one of the records after the call with this index. */
    isChangedAfter,
    /** Marks these records as changed, or possibly changed, by a call. */
    change(index: number, families: ReadonlySet<string>) {
      for (const family of families) changes.set(family, index)
    },
    /** Adds a call. `families`: the names of the record groups that the call concerns. */
    note(index: number, { call, handled }: Step, families: ReadonlySet<string>) {
      const { exchange, operation, authorization } = call
      if (!isSafe(exchange)) return finder.change(index, families)
      const poll = `${exchange.method} ${exchange.url} ${authorization ?? ''}`
      const values = valuesOf(handled.differences)
      const before = polls.get(poll)
      polls.set(poll, { index, values })
      if (!before || isChangedAfter(before.index, families)) return
      for (const [where, { difference, there, here }] of values) {
        const earlier = before.values.get(where)
        if (earlier && earlier.there !== there && earlier.here === here) noisy.add(keyOf(operation, difference))
      }
    },
    /** Removes noise from results. */
    without(outcomes: readonly Outcome[]) {
      calls.clear()
      return outcomes.map((outcome) => {
        if (noisy.size === 0 || typeof outcome.result === 'string' || outcome.result.length === 0) return outcome
        const rest = outcome.result.filter((each) => !noisy.has(keyOf(outcome.operation, each)))
        for (const key of new Set(outcome.result.map((each) => keyOf(outcome.operation, each))))
          if (noisy.has(key)) calls.set(key, (calls.get(key) ?? 0) + 1)
        return rest.length === outcome.result.length ? outcome : { ...outcome, result: rest }
      })
    },
    list: () =>
      [...noisy].map((key) => {
        const [operation = '', , where = ''] = key.split(' ')
        return { operation, where, calls: calls.get(key) ?? 0 }
      }),
  }
  return finder
}

interface Values {
  readonly difference: Difference
  readonly there: string
  readonly here: string
}

/** Groups differences by kind and member, with the values in all list entries. Omits statuses, which change without a call. */
function valuesOf(differences: readonly Difference[]): ReadonlyMap<string, Values> {
  const lists = new Map<string, Difference[]>()
  for (const each of differences) {
    if (each.kind === 'status' || isStatusMember(each.where) || followsStatus(each.where)) continue
    getOrCreate(lists, `${each.kind} ${each.where}`, () => [] as Difference[]).push(each)
  }
  return new Map(
    [...lists].flatMap(([where, list]) => {
      const [difference] = list
      const text = (side: 'there' | 'here') => JSON.stringify(list.map((each) => each[side]))
      return difference ? [[where, { difference, there: text('there'), here: text('here') }] as const] : []
    }),
  )
}
