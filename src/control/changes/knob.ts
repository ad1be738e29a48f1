/** Notifies watchers when a world changes, so that they do not need to compare snapshots. */
import type { Changes as State, World } from '../../service/world/world.ts'

/** Counting continues after a reset or restore. */
export type Changes = Pick<State, 'count' | 'follow'>

export const createChangesKnob = (current: () => World): Changes => ({
  get count() {
    return current().changes.count
  },
  follow: (listener) => current().changes.follow(listener),
})

type Method = (...values: never[]) => unknown
export type MethodOf<K> = { [Name in keyof K]: K[Name] extends Method ? Name : never }[keyof K]

/** Wraps these knob methods so that each one reports a change when it ends, even if it fails. */
export function noting<K extends object>(note: () => void, knob: K, names: readonly MethodOf<K>[]): K {
  return { ...knob, ...Object.fromEntries(names.map((name) => [name, notingCalls(note, knob[name] as Method)])) }
}

export function notingCalls<Call extends Method>(note: () => void, call: Call): Call {
  return ((...values: never[]) => {
    let result: unknown
    try {
      result = call(...values)
    } finally {
      if (!(result instanceof Promise)) note()
    }
    return result instanceof Promise ? result.finally(note) : result
  }) as Call
}
