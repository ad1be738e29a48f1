/** The shape of a collection of records. */
import { z } from 'zod'
import { environmentNames } from '../../state/agenda.ts'
import type { Environment } from '../../state/environment.ts'
import type { World } from '../../state/world.ts'

type Value = string | number | null | undefined

/** One collection. A column has one value or several for a record. */
export interface Collection<R extends object> {
  readonly schema: z.ZodType<R>
  readonly columns: Readonly<Record<string, (record: R) => Value | readonly Value[]>>
  /** Oldest first, the test environment before production. */
  records(world: World): Iterable<R>
}

export const collection = <S extends z.ZodType<object>>(made: Collection<z.output<S>> & { readonly schema: S }): Collection<z.output<S>> =>
  made

/** Shows the records of both environments. */
export const inBoth = <T, R>(recordsOf: (environment: Environment) => Iterable<T>, show: (record: T, environment: Environment) => R) =>
  function* (world: World): Iterable<R> {
    for (const each of Object.values(world.environments)) for (const record of recordsOf(each)) yield show(record, each)
  }

export const environment = z.enum(environmentNames)
export const time = z.iso.datetime()
