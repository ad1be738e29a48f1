/** The errors of a request, also where it would break the live service. */
import { type Errors, Refusal } from '../../src/wire/refusals.ts'

export function told<T>(find: () => T): T | Errors {
  try {
    return find()
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.key === 'unmappable') return thrown.errors ?? {}
    throw thrown
  }
}
