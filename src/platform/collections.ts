/** Queries records by the library of collections. */
import { Collection } from '@mswjs/data'
import type { Collections } from '../world/platform.ts'

/** Requests have validated the records by their own schemas: the collection takes them as they are. */
interface AsTheyAre<R> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'standin'
    readonly validate: (value: unknown) => { readonly value: R }
    readonly types?: { readonly input: R; readonly output: R } | undefined
  }
}

/**
 * Makes a collection for one query, so that no request pays for it. Predicates only: the library's conditions by name match everything
 * where a name is misspelt.
 */
export const findMany: Collections['findMany'] = <R extends object>(
  records: Iterable<R>,
  predicate: (record: R) => boolean = () => true,
  page: { readonly skip?: number; readonly take?: number } = {},
): R[] => {
  const collection = new Collection<AsTheyAre<R>>({
    schema: { '~standard': { version: 1, vendor: 'standin', validate: (value) => ({ value: value as R }) } },
  })
  // The library's own `create` waits, and marks every record with symbols.
  const all = collection.all() as R[]
  for (const record of records) all.push(record)
  return collection.findMany((query) => query.where(predicate), page)
}
