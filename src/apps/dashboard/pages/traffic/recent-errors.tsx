/** Refused and failed calls, grouped by code and operation, newest group first. */
import type { ControlReply } from '../../../../control/client.ts'
import { StatusBadge, Table } from '../../components/facts.tsx'
import { Loaded } from '../../components/list.tsx'
import { Text, Time } from '../../components/text.tsx'
import { environment, useControl } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'

type Group = ControlReply<'control.listErrors'>['errors'][number]

const most = '50'

export function RecentErrors() {
  const errorGroups = useControl('control.listErrors', { query: { limit: most, environment } }, { live: true })
  return (
    <section class="errors" aria-label="Recent errors">
      <Loaded of={errorGroups}>
        {({ errors }) =>
          errors.length === 0 ? (
            <p class="quiet">No calls were refused or failed.</p>
          ) : (
            <Table<Group>
              label="Recent errors by code and operation"
              rows={errors}
              keyOf={({ status, code, operation }) => `${status} ${code} ${operation}`}
              columns={columns}
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
  { title: 'Latest', cell: (group: Group) => <Last of={group} /> },
]

const Last = ({ of: { last, calls, why } }: { readonly of: Group }) => (
  <>
    <Time at={last} />{' '}
    {calls.map((id) => (
      <span key={id}>
        <a href={hrefOf(['calls', id], { errors: 'shown' })}>{id}</a>{' '}
      </span>
    ))}
    {why !== null && <Text>{why}</Text>}
  </>
)
