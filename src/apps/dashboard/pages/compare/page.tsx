/** The newest report of `standin compare`: where the replies of Standin and of the real service differ. */
import { Badge, Facts } from '../../components/facts.tsx'
import { Empty, Loaded, QueryChoice, QueryText } from '../../components/list.tsx'
import { counted, Text, Time } from '../../components/text.tsx'
import { say } from '../../components/toast.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { hrefOf, useQueryValue } from '../../shell/address.ts'
import { GroupCard } from './group.tsx'
import type { Group, Report } from './replies.tsx'
import { culprits, kinds, reasons } from './words.ts'
import './compare.css'

export function page() {
  const comparison = useControl('control.showComparison', {}, { live: true })
  const store = useChange('control.reportComparison', () => 'The report is open.')
  async function open(file: File | undefined): Promise<void> {
    if (!file) return
    try {
      store.mutate({ body: JSON.parse(await file.text()) as Report })
    } catch {
      say(`${file.name} is not JSON. Make a report: standin compare traffic.har --report report.json`, 'bad')
    }
  }
  return (
    <div class="compare">
      <header class="head">
        <h1>Compare</h1>
        <p class="quiet">Differences between Standin and the real service, in the calls of a report.</p>
        <label class="file row">
          Open a report{' '}
          <input type="file" accept=".json,application/json" onChange={(event) => void open(event.currentTarget.files?.[0])} />
        </label>
      </header>
      <Loaded of={comparison}>{({ report }) => (report === null ? <NoReport /> : <Shown report={report} />)}</Loaded>
    </div>
  )
}

const NoReport = () => (
  <Empty title="No report is open.">
    <p>Compare recorded calls of the real service, and open the report:</p>
    <pre>{'standin compare traffic.har --report out/compare.json\nstandin compare show out/compare.json'}</pre>
    <p>standin start --compare real.yaml shows the calls of its clients here.</p>
  </Empty>
)

function Shown({ report }: { readonly report: Report }) {
  const { environment, complete, began, ended, calls, same, groups, standin, notes = [] } = report
  const apart = Object.values(report.apart).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <section class="card" aria-label="Summary">
        <h2>
          <Text>{environment}</Text> {!complete && <Badge tone="warn">not complete</Badge>}
        </h2>
        <ul class="row counts">
          <li>
            <Badge>{counted(calls, 'call')}</Badge>
          </li>
          <li>
            <Badge tone="good">{`${same.toLocaleString('en')} the same`}</Badge>
          </li>
          <li>
            <Badge tone="bad">{`${Math.max(0, calls - same - apart).toLocaleString('en')} different`}</Badge>
          </li>
          <li>
            <Badge>{`${apart.toLocaleString('en')} not compared`}</Badge>
          </li>
        </ul>
        <p class="quiet">
          From <Time at={isTime(began) ? began : null} full /> to <Time at={isTime(ended) ? ended : null} full />. Standin{' '}
          <Text>{standin}</Text>, dialect <Text>{report.dialect}</Text>.
        </p>
        {notes.map((note) => (
          <Text key={note} as="p">
            {note}
          </Text>
        ))}
      </section>
      <Groups groups={groups} />
      <Apart apart={report.apart} />
      <Coverage coverage={report.coverage} />
    </>
  )
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

/** The number of groups that are shown at first. */
const most = 200

function Groups({ groups }: { readonly groups: readonly Group[] }) {
  const [text] = useQueryValue('text')
  const [kind] = useQueryValue('kind')
  const [likely] = useQueryValue('likely')
  if (groups.length === 0) return <Empty title="The report contains no difference." />
  const wanted = text.trim().toLowerCase()
  const shown = groups
    .map((group, at) => ({ group, nth: at + 1 }))
    .filter(({ group }) => (kind === '' || group.kind === kind) && (likely === '' || group.likely === likely))
    .filter(({ group }) => JSON.stringify([group.operation, group.where, group.example.url, group.rule]).toLowerCase().includes(wanted))
  const named = (words: Readonly<Record<string, string>>, used: (group: Group) => string) =>
    Object.fromEntries(Object.entries(words).filter(([name]) => groups.some((group) => used(group) === name)))
  return (
    <section aria-label="Differences">
      <div class="row filters">
        <QueryText name="text" label="Find" type="search" placeholder="Find an operation or a member" />
        <QueryChoice name="kind" label="Kind" choices={{ '': 'Every kind', ...named(kinds, (group) => group.kind) }} />
        <QueryChoice name="likely" label="Likely wrong" choices={{ '': 'All causes', ...named(likelyWords, (group) => group.likely) }} />
        <p class="quiet" role="status">
          {shown.length === groups.length ? counted(groups.length, 'group') : `${shown.length} of ${counted(groups.length, 'group')}`}
          {shown.length > most && `. The first ${most} are shown`}
        </p>
      </div>
      {shown.slice(0, most).map(({ group, nth }) => (
        <GroupCard key={nth} group={group} nth={nth} />
      ))}
    </section>
  )
}

const likelyWords = Object.fromEntries(Object.entries(culprits).map(([name, { words }]) => [name, `Likely wrong: ${words}`]))

function Apart({ apart }: { readonly apart: Report['apart'] }) {
  const counts = Object.entries(apart).filter(([, count]) => count > 0)
  if (counts.length === 0) return null
  return (
    <section class="card" aria-label="Not compared">
      <h2>Not compared</h2>
      <Facts
        of={Object.fromEntries(
          counts.map(([reason, count]) => [
            reason,
            <>
              {counted(count, 'call')}. <span class="quiet">{reasons.get(reason)}</span>
            </>,
          ]),
        )}
      />
    </section>
  )
}

function Coverage({ coverage: { met, never } }: { readonly coverage: Report['coverage'] }) {
  const called = Object.entries(met).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return (
    <section class="card coverage" aria-label="Coverage">
      <h2>Coverage</h2>
      <details>
        <summary>{counted(called.length, 'operation')} called</summary>
        <Facts
          of={Object.fromEntries(
            called.map(([operation, statuses]) => [
              operation,
              Object.entries(statuses)
                .map(([status, count]) => `${status}: ${count.toLocaleString('en')}`)
                .join(', '),
            ]),
          )}
        />
      </details>
      {never.length > 0 && (
        <details>
          <summary>{counted(never.length, 'operation')} never called</summary>
          <ul class="row never">
            {never.map((operation) => (
              <li key={operation}>
                <a href={hrefOf(['operations', operation])}>
                  <Text>{operation}</Text>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
