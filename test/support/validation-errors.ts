/** Returns the errors that a validation returns, or throws as an `unmappable` refusal. */
import { type Errors, Refusal } from '../../src/service/wire/refusal.ts'

export function validationErrors<T>(validate: () => T): T | Errors {
  try {
    return validate()
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.key === 'unmappable') return thrown.errors ?? {}
    throw thrown
  }
}
