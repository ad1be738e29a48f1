/** The calls that were refused or failed, grouped by code and operation, the newest group first. */
import { StatusBadge } from '../../components/badge.tsx'
import { Table } from '../../components/table.tsx'
import { Text } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { type JournalLine, useLines } from '../../data/journal.ts'
import { hrefOf } from '../../shell/address.ts'

interface Group {
  readonly key: string
  readonly last: JournalLine
  readonly count: number
}

/** Groups that are shown. */
const most = 50

export function Errors() {
  const groups = groupsOf(useLines(isError))
  return (
    <section class="errors" aria-label="Recent errors">
      {groups.length === 0 ? (
        <p class="quiet">No call was refused, and none failed.</p>
      ) : (
        <Table<Group>
          label="Recent errors by code and operation"
          rows={groups.slice(0, most)}
          keyOf={({ key }) => key}
          columns={[
            { title: 'Times', numeric: true, cell: ({ count }) => <span class="number">{count.toLocaleString('en')}</span> },
            { title: 'Status', cell: ({ last }) => <StatusBadge status={last.status} /> },
            { title: 'Code', cell: ({ last: { code } }) => (code === null ? null : <Text>{code}</Text>) },
            {
              title: 'Operation',
              cell: ({ last: { operation, code, status } }) => (
                <a href={hrefOf(['calls'], { operation: operation ?? '', code: code ?? '', status: String(status) })}>
                  {operation === null ? 'no operation' : <Text>{operation}</Text>}
                </a>
              ),
            },
            {
              title: 'The last one',
              cell: ({ last: { id, at, why } }) => (
                <>
                  <a href={hrefOf(['calls', id], { errors: 'shown' })}>
                    <Time at={at} />
                  </a>{' '}
                  {why !== null && <Text>{why}</Text>}
                </>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

const isError = ({ status }: JournalLine) => status !== null && status >= 400

function groupsOf(lines: readonly JournalLine[]): Group[] {
  const groups = new Map<string, { key: string; last: JournalLine; count: number }>()
  for (const line of lines) {
    const key = `${line.code} ${line.status} ${line.operation}`
    const group = groups.get(key)
    if (group) {
      group.count += 1
      group.last = line
    } else groups.set(key, { key, last: line, count: 1 })
  }
  return [...groups.values()].sort((one, other) => Date.parse(other.last.at) - Date.parse(one.last.at) || other.count - one.count)
}
