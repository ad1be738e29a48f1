/** Columns for the list of calls, jobs and consequences. */
import { Badge, StatusBadge } from '../../components/facts.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Milliseconds, Quiet, Text } from '../../components/text.tsx'
import { type Column, timeColumn } from '../../components/virtual-row.tsx'
import { Who } from '../../components/who.tsx'
import { bookingOf, causeIn, type Family, type Filled } from '../../data/families.ts'
import type { JournalLine } from '../../data/journal.ts'
import { Fold, PartCourse, PartKind } from './caused.tsx'
import { Compared } from './compared.tsx'
import { isUnfoldable, type TrafficRow } from './rows.ts'

interface Given {
  /** True if each job has a row of its own. */
  readonly isFlat: boolean
  readonly filled: Filled
  /** True if the list shows only the call, its consequences, and its duration. */
  readonly isNarrow: boolean
  isOpen(family: Family): boolean
  toggle(id: string): void
}

/** Omits columns without values, which leaves more room for the path. */
export function columnsOf({ isFlat, filled, isNarrow, isOpen, toggle }: Given): readonly Column<TrafficRow>[] {
  const ofLine = (cell: (line: JournalLine) => ReturnType<Column<TrafficRow>['cell']>) => (row: TrafficRow) => cell(row.family.head)
  const isFilled: Readonly<Record<string, boolean>> = {
    Code: filled.code,
    Caller: filled.caller,
    Scenario: filled.scenario,
    Compared: filled.comparison,
    Jobs: filled.jobs,
  }
  const columns: readonly Column<TrafficRow>[] = [
    {
      title: 'Status',
      width: '3.8rem',
      cell: (row) => (row.part ? <PartKind of={row.part} /> : <Status of={row.family.head} isFlat={isFlat} />),
    },
    {
      title: 'Call',
      width: 'minmax(9rem, 3fr)',
      until: ({ family: { head }, part }) => (part ? '' : head.method !== null ? undefined : filled.jobs ? 'Jobs' : 'Took'),
      cell: ({ family, part, to }) => {
        if (part) return <PartCourse of={part} from={family.from} to={to} />
        return family.head.method === null ? <Job of={family.head} isFlat={isFlat} /> : <Call of={family.head} isNarrow={isNarrow} />
      },
    },
    { title: 'Operation', width: 'minmax(5.8rem, 0.8fr)', narrow: false, cell: ofLine(({ operation }) => <Operation of={operation} />) },
    { title: 'Code', width: '5.9rem', narrow: false, cell: ofLine(({ code }) => (code === null ? null : <Text>{code}</Text>)) },
    { title: 'Caller', width: 'minmax(4.5rem, 1.1fr)', narrow: false, cell: ofLine(({ caller }) => caller && <Who of={caller} />) },
    {
      title: 'Scenario',
      width: 'minmax(4.8rem, 0.8fr)',
      narrow: false,
      cell: ofLine(({ scenario }) => scenario !== null && <Scenario>{scenario}</Scenario>),
    },
    { title: 'Compared', width: '6.2rem', cell: ofLine(({ comparison }) => comparison && <Compared of={comparison} />) },
    {
      title: 'Jobs',
      width: isNarrow ? '3rem' : 'minmax(16.4rem, 1.2fr)',
      cell: ({ family }) => isUnfoldable(family) && <Fold of={family} isOpen={isOpen(family)} isNarrow={isNarrow} toggle={toggle} />,
    },
    { title: 'Took', width: '4.2rem', numeric: true, cell: ofLine(({ ms, method }) => method !== null && <Milliseconds of={ms} />) },
    timeColumn('At', ({ family: { head } }) => head.at),
  ]
  return columns.filter(({ title }) => isFilled[title] ?? true)
}

function Status({ of: { method, status }, isFlat }: LineProps) {
  if (method !== null) return <StatusBadge status={status} />
  return isFlat ? <Badge>job</Badge> : <Icon of="clock" says="A service job" />
}

interface LineProps {
  readonly of: JournalLine
  readonly isFlat: boolean
}

const Scenario = ({ children }: { readonly children: string }) => (
  <span class="scenario-hand" title="A scenario affected it">
    <Icon of="hand" /> <Badge tone="warn">{children}</Badge>
  </span>
)

/** Shows only the last part of the id, because the path shows the area. */
const Operation = ({ of: operation }: { readonly of: string | null }) => (
  <span class="quiet" title={operation ?? undefined}>
    <Text>{operation?.slice(operation.lastIndexOf('.') + 1)}</Text>
  </span>
)

/** Method → the kind of access. */
const families: Readonly<Record<string, IconName>> = {
  GET: 'read',
  HEAD: 'read',
  OPTIONS: 'read',
  POST: 'create',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'remove',
}

/** A narrow list has no scenario column, so an icon replaces it. */
function Call({ of: { method, path, cut, committed, scenario }, isNarrow }: { readonly of: JournalLine; readonly isNarrow: boolean }) {
  const family = families[method ?? '']
  return (
    <>
      <span class={`method ${family ?? ''}`}>
        {family && <Icon of={family} />}
        <Text>{method}</Text>
      </span>{' '}
      {isNarrow && scenario !== null && <Icon of="hand" says="A scenario affected it" />}
      {cut && <Icon of="lost" says="The reply was lost or cut off" />}
      {!committed && family !== 'read' && <Icon of="nothing" says="Nothing committed" />} <Text>{path}</Text>
    </>
  )
}

const Job = ({ of: { id, operation, scenario, why }, isFlat }: LineProps) => (
  <>
    <Text>{operation}</Text> {scenario !== null && <Scenario>{scenario}</Scenario>}{' '}
    <Quiet>{[isFlat ? '' : originOf(id), why].filter(Boolean).join(', ')}</Quiet>
  </>
)

/** Names the call that indirectly caused a job booked for later. */
function originOf(id: string): string {
  const [root = ''] = causeIn(bookingOf(id)).split('.', 1)
  return /^\d+$/.test(root) ? `caused by line ${root}` : ''
}
