/** The world's records: any collection as a table that can be filtered by column. */

import { useMemo, useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Empty, Loaded, Pick, QueryText } from '../../components/list.tsx'
import { Text } from '../../components/text.tsx'
import type { Column } from '../../components/virtual-row.tsx'
import { RecordTable } from '../../components/virtual-table.tsx'
import { useNarrow } from '../../components/window.ts'
import { useControl, wholeList } from '../../data/control.ts'
import { address, hrefOf, type PageProps, setQuery } from '../../shell/address.ts'
import { type AnyRecord, type Collection, keyOf, lineOf, OpenRecord, titles } from './open-record.tsx'
import './records.css'

export function page({ rest: [wanted = 'shipments', open] }: PageProps) {
  const listed = useControl('control.listRecordCollections', { query: { limit: '100' } }, { live: true })
  return (
    <div class="records list-page three">
      <h1 class="unheard">Raw data</h1>
      <Loaded of={listed}>
        {({ collections }) => {
          const collection = collections.find(({ name }) => name === wanted)
          return (
            <>
              <Choices collections={collections} current={wanted} />
              {collection ? <Records key={wanted} collection={collection} open={open} /> : <Empty title="Collection not found." />}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

const Choices = ({ collections, current }: { readonly collections: readonly Collection[]; readonly current: string }) => (
  <nav class="collections" aria-label="Collections">
    {collections.map(({ name, total }) => (
      <Pick key={name} href={hrefOf(['records', name])} current={name === current}>
        {titles[name]} <span class="number">{total.toLocaleString('en')}</span>
      </Pick>
    ))}
  </nav>
)

function Records({ collection, open }: { readonly collection: Collection; readonly open: string | undefined }) {
  const { name } = collection
  const narrow = useNarrow()
  const [asks, ask] = useState(false)
  const given = readQuery(collection)
  const query = { ...given, first: 'newest' as const, ...wholeList }
  const read = useControl('control.findRecords', { params: { collection: name }, query }, { live: true })
  const records = useMemo(() => (read.data?.records ?? []) as AnyRecord[], [read.data])
  const columns = useMemo(() => columnsOf(records), [records])
  return (
    <>
      <div class="bar">
        {narrow && <Button label="Query" aria-expanded={asks} act={() => ask(!asks)} />}
        {(!narrow || asks) && <Query of={collection} />}
      </div>
      <RecordTable<AnyRecord>
        of={read}
        label={`${titles[name]}, newest first`}
        columns={columns}
        rows={records}
        keyOf={keyOf}
        hrefOf={(record) => hrefOf(['records', name, keyOf(record)], given)}
        open={open}
        empty={<Empty title="No matching records." />}
      >
        {open !== undefined && read.data && (
          <OpenRecord name={name} record={records.find((each) => keyOf(each) === open)} back={hrefOf(['records', name], given)} />
        )}
      </RecordTable>
    </>
  )
}

/** Maximum number of columns. An open record shows all members. */
const most = 8
/** Number of records that determine the columns. A few are enough, because all records in a collection have the same members. */
const samples = 20
/** The most informative columns. A narrow table shows the first of these next to the id. */
const telling = ['status', 'fileName', 'name', 'to', 'endPoint', 'idempotencyId', 'owner']

function columnsOf(records: readonly AnyRecord[]): readonly Column<AnyRecord>[] {
  const names = [...new Set(records.slice(0, samples).flatMap(Object.keys))]
  const shown = names.filter((name) => records.slice(0, samples).some((record) => lineOf(record[name]) !== '')).slice(0, most)
  const second = telling.find((name) => shown.includes(name)) ?? shown[1]
  return shown.map((name, at) => ({
    title: name,
    width: at === 0 ? 'minmax(6rem, 1.4fr)' : 'minmax(4rem, 1fr)',
    narrow: at === 0 || name === second,
    cell: (record) => <Text>{lineOf(record[name]).slice(0, 200)}</Text>,
  }))
}

/** Returns the values that the URL sets for this collection's columns. */
function readQuery({ columns }: Collection): Readonly<Record<string, string>> {
  const { query } = address.value
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = query.get(column) ?? ''
      return value === '' ? [] : [[column, value]]
    }),
  )
}

/** A collection's filters: column values, in the control row's format. */
function Query({ of: collection }: { readonly of: Collection }) {
  const given = readQuery(collection)
  const { columns } = collection
  return (
    <search class="filters">
      {columns.map((column) => (
        <QueryText
          key={column}
          name={column}
          label={column}
          type="search"
          choices={column === 'environment' ? ['test', 'production'] : undefined}
        />
      ))}
      {Object.keys(given).length > 0 && (
        <Button
          label="Remove the query"
          class="quiet"
          act={() => setQuery(Object.fromEntries(columns.map((column) => [column, undefined])))}
        />
      )}
    </search>
  )
}
