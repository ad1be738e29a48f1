/** Goes on at once where nothing has to be waited for: most calls never leave the tick they arrived in. */
import type { MaybePromise } from './http/call.ts'

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

/** Makes a value on first need: a promise until it is there, then the value itself, at once; or what went wrong, every time. */
export function once<T>(make: () => MaybePromise<T>): () => MaybePromise<T> {
  let result: (() => MaybePromise<T>) | undefined
  function settled(value: T): T {
    result = () => value
    return value
  }
  function failed(thrown: unknown): never {
    result = () => {
      throw thrown
    }
    throw thrown
  }
  return () => {
    if (result) return result()
    const making = attempt(() => andThen(make(), settled), failed)
    if (making instanceof Promise) result = () => making
    return making
  }
}
