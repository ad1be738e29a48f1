/** The shape of a collection of records. */
import type { Environment } from '../../state/environment.ts'
import type { World } from '../../state/world.ts'

type Value = string | number | null | undefined

/** One collection. A column has one value or several for a record. */
export interface Collection<R extends object> {
  readonly columns: Readonly<Record<string, (record: R) => Value | readonly Value[]>>
  /** Column → its values, where only these are possible. */
  readonly choices: Readonly<Record<string, readonly string[]>>
  /** Oldest first, the test environment before production. */
  records(world: World): Iterable<R>
}

/** Shows the records of both environments. */
export const inBoth = <T, R>(recordsOf: (environment: Environment) => Iterable<T>, show: (record: T, environment: Environment) => R) =>
  function* (world: World): Iterable<R> {
    for (const each of Object.values(world.environments)) for (const record of recordsOf(each)) yield show(record, each)
  }
