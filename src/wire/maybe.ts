/** Goes on at once where nothing has to be waited for: most calls never leave the tick they arrived in. */
import type { MaybePromise } from './call.ts'

export const andThen = <T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(next) : next(value)

/** Runs something that may throw now or later. */
export function attempt<T>(run: () => MaybePromise<T>, rescue: (thrown: unknown) => MaybePromise<T>): MaybePromise<T> {
  try {
    const value = run()
    return value instanceof Promise ? value.catch(rescue) : value
  } catch (thrown) {
    return rescue(thrown)
  }
}
