/** The latest `standin compare` report: differences between Standin's replies and the real service's. */
import { Badge, Facts, type Tone } from '../../components/facts.tsx'
import { Empty, Loaded } from '../../components/list.tsx'
import { counted, Text, TextLink, Time } from '../../components/text.tsx'
import { say } from '../../components/toast.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'
import { Groups } from './group.tsx'
import type { Report } from './replies.tsx'
import { reasons } from './words.ts'
import './compare.css'

export function page() {
  const comparison = useControl('control.showComparison', {}, { live: true })
  const store = useChange('control.reportComparison', () => 'The report is open.')
  async function open(file: File | undefined): Promise<void> {
    if (!file) return
    try {
      store.mutate({ body: JSON.parse(await file.text()) as Report })
    } catch {
      say(`${file.name} is not JSON. Create a report: standin compare traffic.har --report report.json`, 'bad')
    }
  }
  return (
    <div class="compare">
      <header class="head">
        <h1>Compare</h1>
        <p class="quiet">Differences between Standin and the real service, for the calls in a report.</p>
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
    <p>Compare recorded calls to the real service, and open the report:</p>
    <pre>{'standin compare traffic.har --report out/compare.json\nstandin compare show out/compare.json'}</pre>
    <p>For a server started with standin start --compare real.yaml, the clients' calls are shown here.</p>
  </Empty>
)

function Shown({ report }: { readonly report: Report }) {
  const { environment, complete, began, ended, calls, same, groups, standin, notes = [] } = report
  const apart = Object.values(report.apart).reduce((sum, count) => sum + count, 0)
  const counts: readonly (readonly [text: string, tone?: Tone])[] = [
    [counted(calls, 'call')],
    [`${same.toLocaleString('en')} the same`, 'good'],
    [`${Math.max(0, calls - same - apart).toLocaleString('en')} different`, 'bad'],
    [`${apart.toLocaleString('en')} not compared`],
  ]
  return (
    <>
      <section class="card" aria-label="Summary">
        <h2>
          <Text>{environment}</Text> {!complete && <Badge tone="warn">not complete</Badge>}
        </h2>
        <ul class="row counts">
          {counts.map(([text, tone]) => (
            <li key={text}>
              <Badge tone={tone}>{text}</Badge>
            </li>
          ))}
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
                <TextLink href={hrefOf(['operations', operation])}>{operation}</TextLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
