/** The calls that were refused or failed, grouped by code and operation, the newest group first. */
import type { ControlReply } from '../../control/rows/client.ts'
import { environment, useControl } from '../data/control.ts'
import { hrefOf } from '../shell/address.ts'
import { StatusBadge, Table } from './facts.tsx'
import { Loaded } from './list.tsx'
import { Text, Time } from './text.tsx'

type Group = ControlReply<'control.listErrors'>['errors'][number]

interface RecentErrorsProps {
  /** How many groups are shown. */
  readonly most: number
  /** What the links to calls keep of the address. */
  readonly given?: Readonly<Record<string, string>>
}

export function RecentErrors({ most, given = {} }: RecentErrorsProps) {
  const errorGroups = useControl('control.listErrors', { query: { limit: String(most), environment } }, { live: true })
  return (
    <section class="errors" aria-label="Recent errors">
      <Loaded of={errorGroups}>
        {({ errors }) =>
          errors.length === 0 ? (
            <p class="quiet">No call was refused, and none failed.</p>
          ) : (
            <Table<Group>
              label="Recent errors by code and operation"
              rows={errors}
              keyOf={({ status, code, operation }) => `${status} ${code} ${operation}`}
              columns={[...columns, { title: 'The last ones', cell: (group) => <Last of={group} given={given} /> }]}
            />
          )
        }
      </Loaded>
    </section>
  )
}

const columns = [
  { title: 'Times', numeric: true, cell: ({ count }: Group) => <span class="number">{count.toLocaleString('en')}</span> },
  { title: 'Status', cell: ({ status }: Group) => <StatusBadge status={status} /> },
  { title: 'Code', cell: ({ code }: Group) => (code === null ? null : <Text>{code}</Text>) },
  {
    title: 'Operation',
    cell: ({ operation, code, status }: Group) => (
      <a href={hrefOf(['calls'], { operation: operation ?? '', code: code ?? '', status: String(status) })}>
        {operation === null ? 'no operation' : <Text>{operation}</Text>}
      </a>
    ),
  },
]

const Last = ({ of: { last, calls, why }, given }: { readonly of: Group; readonly given: Readonly<Record<string, string>> }) => (
  <>
    <Time at={last} />{' '}
    {calls.map((id) => (
      <span key={id}>
        <a href={hrefOf(['calls', id], given)}>{id}</a>{' '}
      </span>
    ))}
    {why !== null && <Text>{why}</Text>}
  </>
)
