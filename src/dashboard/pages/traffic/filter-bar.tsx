/** The fields of the filter: what they say stands in the address, so that a link shows the same. */
import { useState } from 'preact/hooks'
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { useNarrow } from '../../components/narrow.ts'
import { useControl } from '../../data/control.ts'
import { setQuery } from '../../shell/address.ts'
import { type Filter, type FilterName, filterNames, isEmpty } from './filter.ts'

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
