/** A client's latest exploration: its progress, its findings, and the faults that were tried. */

import { Empty, Loaded } from '../../components/list.tsx'
import { counted, Text, wordFor } from '../../components/text.tsx'
import { say } from '../../components/toast.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { type Exploration, FindingCard, Grids, meetings, type Progress, type Report, reportIn } from './report.tsx'
import './explore.css'

export function page() {
  const explorationQuery = useControl('control.showExploration', {}, { live: true, every: 1_000 })
  const take = useChange('control.reportExploration', () => 'The report is open.')
  async function open(file: File | undefined): Promise<void> {
    if (!file) return
    try {
      take.mutate({ body: await reportIn(file) })
    } catch {
      say(`${file.name} is not JSON. Save a report: standin explore --format json -- <command> > report.json`, 'bad')
    }
  }
  return (
    <div class="explore">
      <header class="head">
        <h1>Explore</h1>
        <p class="quiet">Faults that break a client. standin explore tries every point where the client's session can go wrong.</p>
        <label class="file row">
          Open a report{' '}
          <input type="file" accept=".json,application/json" onChange={(event) => void open(event.currentTarget.files?.[0])} />
        </label>
      </header>
      <Loaded of={explorationQuery}>{(exploration) => <Shown exploration={exploration} />}</Loaded>
    </div>
  )
}

function Shown({ exploration: { command, progress, report } }: { readonly exploration: Exploration }) {
  if (command === null && report === null) return <Nothing />
  return (
    <>
      {command !== null && (
        <p class="command">
          <Text as="code">{command}</Text>
        </p>
      )}
      {report === null ? <Running progress={progress} /> : <ReportView report={report} />}
    </>
  )
}

const Nothing = () => (
  <Empty title="No exploration has been reported.">
    <p>Explore your client, and follow it here:</p>
    <pre>standin explore --report-to {location.origin} -- node my-client.js</pre>
    <p>
      Or open a report, or drop it onto the field above: <code>standin explore --format json -- node my-client.js &gt; report.json</code>
    </p>
  </Empty>
)

function Running({ progress }: { readonly progress: Progress | null }) {
  if (progress === null) return <p class="quiet">Starting with two runs without faults.</p>
  const { runs, of, met, points, failed, secondsLeft, reducing } = progress
  return (
    <section class="card" aria-label="Progress">
      <h2>{reducing === undefined ? 'Running' : 'Minimizing the faults'}</h2>
      <progress aria-label="Runs" {...(of !== null && reducing === undefined && { value: runs, max: of })} />
      <p>
        <span class="number">{runs.toLocaleString('en')}</span> {of === null ? wordFor(runs, 'run') : `of ${counted(of, 'run')}`}, {met} of{' '}
        {counted(points, 'point')} reached, {failed} failed{secondsLeft === null || secondsLeft === 0 ? '' : `, ${secondsLeft} s left`}
        {reducing !== undefined && `; minimizing: run ${reducing}`}.
      </p>
    </section>
  )
}

function ReportView({ report: { findings, points, runs, seed, ...rest } }: { readonly report: Report }) {
  const count = (wanted: string) => points.filter(({ meeting }) => meeting === wanted).length
  const notes = [
    ['Seen once but not in two more runs', rest.seenOnce],
    ['Bad even without faults', rest.badWithoutFaults],
    ['Different in two runs without faults, so no faults are planned there', rest.unstable],
  ] as const
  const none =
    rest.refused.length > 0
      ? 'None of the injected faults broke the client in the calls it made.'
      : 'None of the injected faults broke the client.'
  return (
    <>
      {rest.refused.map((sentence) => (
        <p key={sentence}>
          Without faults, <Text>{sentence}</Text>
        </p>
      ))}
      <p>
        <strong>{findings.length === 0 ? none : `${findings.length} found.`}</strong> {counted(runs, 'run')} with seed {seed}:{' '}
        {count('effective')} of {counted(points.length, 'point')} effective, {count('applied')} changed nothing, {count('unmet')} never
        reached.
      </p>
      {findings.map((finding) => (
        <FindingCard key={finding.name} finding={finding} />
      ))}
      {notes.map(
        ([title, all]) =>
          all.length > 0 && (
            <section class="card" key={title}>
              <h2>{title}</h2>
              <ul>
                {all.map((each) => (
                  <Text key={each} as="li">
                    {each}
                  </Text>
                ))}
              </ul>
            </section>
          ),
      )}
      {rest.otherCalls > 0 && (
        <p>In {counted(rest.otherCalls, 'run')} the client made different calls than planned, so the fault did not occur.</p>
      )}
      <ul class="legend row" aria-label="Marks">
        {Object.entries(meetings).map(([name, { mark, words, tone }]) => (
          <li key={name}>
            <span class={`mark ${tone}`}>{mark}</span> {words}
          </li>
        ))}
      </ul>
      <Grids points={points} findings={findings} />
    </>
  )
}
