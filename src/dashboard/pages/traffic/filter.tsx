/** Which lines of the journal the list shows, and what of each: the filter stands in the query of the address, so that a link shows the same. */

import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { QueryChoice, QueryText } from '../../components/list.tsx'
import { useNarrow } from '../../components/window.ts'
import { useControl } from '../../data/control.ts'
import type { JournalLine } from '../../data/journal.ts'
import { setQuery } from '../../shell/address.ts'

/** The names of the query. Each is one field of the filter. */
const filterNames = ['operation', 'status', 'code', 'caller', 'scenario', 'text', 'kind', 'environment'] as const
type FilterName = (typeof filterNames)[number]
type Filter = Readonly<Record<FilterName, string>>

const statuses = ['2xx', '3xx', '4xx', '5xx', '400', '401', '403', '404', '409', '429', '499', '503']

export function FilterBar({ filter }: { readonly filter: Filter }) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  return (
    <search class="filters">
      <QueryText name="text" label="Text" type="search" placeholder="Text, id, path" />
      {narrow && <Button label="Filter" aria-expanded={open} act={() => setOpen(!open)} />}
      {(!narrow || open) && <Fields />}
      {!isEmpty(filter) && (
        <Button
          label="Remove the filter"
          class="quiet"
          act={() => setQuery(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
        />
      )}
    </search>
  )
}

const kinds = { '': 'Calls and jobs', calls: 'Calls', jobs: 'Jobs' }
const environments = { '': 'Both environments', test: 'Test', production: 'Production' }

function Fields() {
  const { data: version } = useControl('control.version')
  const { operations = [], jobs = [] } = version?.capabilities ?? {}
  return (
    <>
      <QueryText name="operation" label="Operation" choices={[...operations, ...jobs]} />
      <QueryText name="status" label="Status" choices={statuses} />
      <QueryText name="code" label="Code" />
      <QueryText name="caller" label="Caller" />
      <QueryText name="scenario" label="Scenario" />
      <QueryChoice name="kind" label="Kind" choices={kinds} />
      <QueryChoice name="environment" label="Environment of the lines" choices={environments} />
    </>
  )
}

export const readFilter = (query: URLSearchParams): Filter =>
  Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])) as Filter

const isEmpty = (filter: Filter): boolean => filterNames.every((name) => filter[name] === '')

/** What each field asks of a line. */
const tests: Readonly<Record<FilterName, (line: JournalLine, wanted: string) => boolean>> = {
  operation: ({ operation }, wanted) => operation !== null && (operation === wanted || operation.startsWith(`${wanted}.`)),
  status: ({ status }, wanted) =>
    status !== null && (/^[1-5]xx$/.test(wanted) ? String(status)[0] === wanted[0] : String(status).startsWith(wanted)),
  code: ({ code }, wanted) => contains(code, wanted),
  caller: ({ caller }, wanted) => [caller?.org, caller?.orgNo, caller?.clientId].some((each) => contains(each, wanted)),
  scenario: ({ scenario }, wanted) => contains(scenario, wanted),
  text: (line, wanted) => [line.id, line.path, line.operation, line.code, line.why, line.method].some((each) => contains(each, wanted)),
  environment: ({ environment }, wanted) => environment === wanted,
  kind: ({ method }, wanted) => (method === null) === (wanted === 'jobs'),
}

const contains = (text: string | null | undefined, wanted: string) => text?.toLowerCase().includes(wanted.toLowerCase()) ?? false

/** Whether a line fits every field that is filled. */
export function fitsOf(filter: Filter): (line: JournalLine) => boolean {
  const filled = filterNames.filter((name) => filter[name] !== '').map((name) => [name, filter[name].trim()] as const)
  return (line) => filled.every(([name, wanted]) => tests[name](line, wanted))
}
