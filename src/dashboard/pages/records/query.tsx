/** The query of a collection: the values of its columns, as the control row takes them. */
import { TextField } from '../../components/fields.tsx'
import { address, setQuery } from '../../shell/address.ts'
import type { Collection } from './collections.ts'

/** The values that the address gives to columns of this collection. */
export function readQuery({ columns }: Collection): Readonly<Record<string, string>> {
  const { query } = address.value
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = query.get(column) ?? ''
      return value === '' ? [] : [[column, value]]
    }),
  )
}

export function Query({ of: collection }: { readonly of: Collection }) {
  const given = readQuery(collection)
  const { columns } = collection
  return (
    <search class="filters">
      {columns.map((column) => (
        <TextField
          key={column}
          label={column}
          type="search"
          quiet
          placeholder={column}
          value={given[column] ?? ''}
          change={(value) => setQuery({ [column]: value })}
          {...(column === 'environment' && { choices: ['test', 'production'] })}
        />
      ))}
      {Object.keys(given).length > 0 && (
        <button type="button" class="quiet" onClick={() => setQuery(Object.fromEntries(columns.map((column) => [column, undefined])))}>
          Remove the query
        </button>
      )}
    </search>
  )
}
