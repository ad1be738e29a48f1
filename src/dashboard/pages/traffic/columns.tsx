/** The columns of the traffic. */
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { Quiet, Text } from '../../components/text.tsx'
import { Milliseconds, timeColumn } from '../../components/time.tsx'
import type { Column } from '../../components/virtual-table.tsx'
import type { JournalLine } from '../../data/journal.ts'

export const columns: readonly Column<JournalLine>[] = [
  { title: 'Status', width: '4.5rem', cell: (line) => (line.method === null ? <Badge>job</Badge> : <StatusBadge status={line.status} />) },
  {
    title: 'Call',
    width: 'minmax(9rem, 3fr)',
    // What a job did has no columns of its own.
    spans: ({ method }) => (method === null ? 5 : 1),
    cell: (line) =>
      line.method === null ? (
        <>
          <Text>{line.operation}</Text> {line.scenario !== null && <Badge tone="warn">{line.scenario}</Badge>} <Quiet>{line.why}</Quiet>
        </>
      ) : (
        <>
          <span class="method">
            <Text>{line.method}</Text>
          </span>{' '}
          <Text>{line.path}</Text>
        </>
      ),
  },
  {
    title: 'Operation',
    width: 'minmax(8rem, 2fr)',
    narrow: false,
    cell: ({ operation }) => <Quiet>{operation}</Quiet>,
  },
  { title: 'Code', width: '7rem', narrow: false, cell: ({ code }) => (code === null ? null : <Text>{code}</Text>) },
  {
    title: 'Caller',
    width: 'minmax(5rem, 1fr)',
    narrow: false,
    cell: ({ caller }) => (caller ? <Text>{caller.org ?? caller.orgNo}</Text> : null),
  },
  {
    title: 'Scenario',
    width: 'minmax(6rem, 1.5fr)',
    narrow: false,
    cell: ({ scenario }) => (scenario === null ? null : <Badge tone="warn">{scenario}</Badge>),
  },
  { title: 'Took', width: '5rem', numeric: true, cell: ({ ms }) => <Milliseconds of={ms} /> },
  timeColumn('At', ({ at }) => at),
]
