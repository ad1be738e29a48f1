/** Which lines of the journal the user wants to see: the fields of the filter stand in the query of the address, so that a link shows the same. */
import { useState } from 'preact/hooks'
import { ChoiceField, TextField } from '../../components/fields.tsx'
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
  const set = (name: FilterName) => (value: string) => setQuery({ [name]: value })
  return (
    <search class="filters">
      <TextField label="Text" type="search" quiet placeholder="Text, id, path" value={filter.text} change={set('text')} />
      {narrow && (
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          Filter
        </button>
      )}
      {(!narrow || open) && <Fields filter={filter} set={set} />}
      {!isEmpty(filter) && (
        <button type="button" class="quiet" onClick={() => setQuery(Object.fromEntries(filterNames.map((name) => [name, undefined])))}>
          Remove the filter
        </button>
      )}
    </search>
  )
}

interface FieldsProps {
  readonly filter: Filter
  set(name: FilterName): (value: string) => void
}

function Fields({ filter, set }: FieldsProps) {
  const { data: version } = useControl('control.version')
  const { operations = [], jobs = [] } = version?.capabilities ?? {}
  return (
    <>
      <TextField
        label="Operation"
        quiet
        placeholder="Operation"
        value={filter.operation}
        change={set('operation')}
        choices={[...operations, ...jobs]}
      />
      <TextField label="Status" quiet placeholder="Status" value={filter.status} change={set('status')} choices={statuses} />
      <TextField label="Code" quiet placeholder="Code" value={filter.code} change={set('code')} />
      <TextField label="Caller" quiet placeholder="Caller" value={filter.caller} change={set('caller')} />
      <TextField label="Scenario" quiet placeholder="Scenario" value={filter.scenario} change={set('scenario')} />
      <ChoiceField
        label="Kind"
        quiet
        value={filter.kind}
        change={set('kind')}
        choices={{ '': 'Calls and jobs', calls: 'Calls', jobs: 'Jobs' }}
      />
      <ChoiceField
        label="Environment of the lines"
        quiet
        value={filter.environment}
        change={set('environment')}
        choices={{ '': 'Both environments', test: 'Test', production: 'Production' }}
      />
    </>
  )
}

export const readFilter = (query: URLSearchParams): Filter =>
  Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])) as Filter

const isEmpty = (filter: Filter): boolean => filterNames.every((name) => filter[name] === '')

type Fits = (line: JournalLine) => boolean

/** What each field asks of a line. */
const tests: Readonly<Record<FilterName, (wanted: string) => Fits>> = {
  operation:
    (wanted) =>
    ({ operation }) =>
      operation !== null && (operation === wanted || operation.startsWith(`${wanted}.`)),
  status:
    (wanted) =>
    ({ status }) =>
      status !== null && (/^[1-5]xx$/.test(wanted) ? String(status)[0] === wanted[0] : String(status).startsWith(wanted)),
  code: (wanted) => (line) => contains(line.code, wanted),
  caller:
    (wanted) =>
    ({ caller }) =>
      caller !== null && [caller.org, caller.orgNo, caller.clientId].some((each) => contains(each, wanted)),
  scenario: (wanted) => (line) => contains(line.scenario, wanted),
  text: (wanted) => (line) => [line.id, line.path, line.operation, line.code, line.why, line.method].some((each) => contains(each, wanted)),
  environment:
    (wanted) =>
    ({ environment }) =>
      environment === wanted,
  kind:
    (wanted) =>
    ({ method }) =>
      (method === null) === (wanted === 'jobs'),
}

const contains = (text: string | null, wanted: string) => text?.toLowerCase().includes(wanted.toLowerCase()) ?? false

/** Whether a line fits every field that is filled. */
export function fitsOf(filter: Filter): Fits {
  const asked = filterNames.filter((name) => filter[name] !== '').map((name) => tests[name](filter[name].trim()))
  return (line) => asked.every((fits) => fits(line))
}
