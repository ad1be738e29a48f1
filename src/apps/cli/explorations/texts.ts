/** Formats an exploration's report as text or as an HTML page. */
import { relative } from 'node:path'
import { jobsById } from '../../../service/areas/index.ts'
import { xmlText as escaped } from '../../../service/wire/text.ts'
import type { Explored, Finding, ScenarioRun, UnderScenarios } from '../../explore/explore.ts'
import { type Io, terminalOf } from '../frame/io.ts'
import { counted, heading, inColumns } from '../frame/print.ts'

export function asText(
  { findings, points, runs, seed, unstable, refused, badWithoutFaults, otherCalls, seenOnce }: Explored,
  io: Io,
): string[] {
  const count = (meeting: string) => points.filter((each) => each.meeting === meeting).length
  const effective = count('effective')
  return [
    ...refused.map((sentence) => `Without faults, ${sentence}`),
    ...findings.flatMap((finding) => foundText(finding, io.folder)),
    ...(findings.length === 0 ? [noneFound(refused)] : []),
    '',
    `${counted(runs, 'run')} with seed ${seed}: ${effective} of ${points.length} points effective, ${count('applied')} changed nothing, ${count('unmet')} never reached.`,
    ...inColumns([heading('CALL OR JOB', 'EFFECTIVE', 'NO EFFECT', 'NEVER REACHED'), ...rowsOf(points)], terminalOf(io)),
    ...listed('Seen once but not in two more runs', seenOnce),
    ...listed('Bad even without faults', badWithoutFaults),
    ...(otherCalls > 0 ? ['', `In ${otherCalls} runs the client made different calls than planned, so the fault did not occur.`] : []),
    ...listed('Different in two runs without faults, so these calls get no faults', unstable),
  ]
}

/** Makes a weaker claim if calls were refused, because the client might not have done its job. */
const noneFound = (refused: readonly string[]) =>
  refused.length > 0
    ? 'None of the injected faults broke the client in the calls it made.'
    : 'None of the injected faults broke the client.'

const foundText = ({ sentence, problem, run, file, capsule }: Finding, folder: string) => [
  sentence,
  `  ${[problem, `run ${run}`, ...[file, capsule].flatMap((each) => (each ? relative(folder, each) : []))].join(', ')}`,
]

const listed = (title: string, all: readonly string[]) => (all.length > 0 ? ['', `${title}:`, ...all.map((each) => `  ${each}`)] : [])

function rowsOf(points: Explored['points']): string[][] {
  const places = [...new Set(points.map(({ target, nth }) => `${target} ${nth}`))]
  return places.map((occurrence) => {
    const here = points.filter(({ target, nth }) => `${target} ${nth}` === occurrence)
    const numberOf = (meeting: string) => String(here.filter((each) => each.meeting === meeting).length)
    const unmet = here.filter(({ meeting }) => meeting === 'unmet')
    const reasons = [...Map.groupBy(unmet, ({ why }) => why)].map(([why, all]) => `${why}: ${all.map(({ fault }) => fault).join(', ')}`)
    return [occurrence, numberOf('effective'), numberOf('applied'), reasons.join('; ') || '-']
  })
}

export function scenariosText({ refused, runs, leftOut, notExercised, red }: UnderScenarios, io: Io): string[] {
  const named = ({ verdicts }: ScenarioRun, word: string) =>
    Object.entries(verdicts)
      .flatMap(([id, verdict]) => (verdict === word ? id : []))
      .join(', ') || '-'
  const rows = runs.map((run) => [
    run.scenario ?? '(none)',
    run.exitCode === null ? 'ended' : String(run.exitCode),
    run.scenario === null ? '' : run.met ? 'yes' : 'no',
    ...['bad', 'advice', 'good'].map((word) => named(run, word)),
  ])
  const missing = notExercised.map(({ id, exercise }) => (exercise.length > 0 ? `${id} (try ${exercise.join(', ')})` : id))
  return [
    ...refused.map((sentence) => `Without faults, ${sentence}`),
    ...inColumns([heading('SCENARIO', 'EXIT', 'AFFECTED', 'BAD', 'ADVICE', 'GOOD'), ...rows], terminalOf(io)),
    ...(missing.length > 0 ? ['', `Never exercised: ${missing.join(', ')}.`] : []),
    ...(leftOut.length > 0 ? ['', `Not run, because the time limit was reached: ${leftOut.join(', ')}.`] : []),
    ...red.flatMap((each) => ['', `red: ${each}`]),
  ]
}

const style = `:root{color-scheme:light dark;--line:#bbb;--effective:#cfe8cf;--applied:#f5e6b8;--unmet:#f3c9c9}
@media(prefers-color-scheme:dark){:root{--line:#666;--effective:#1f4d2b;--applied:#5a4a12;--unmet:#6b2727}}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:80rem;padding:1rem;color:CanvasText;background:Canvas;overflow-wrap:anywhere}
.grid{overflow-x:auto;position:relative}table{border-collapse:collapse;font-size:.8rem;overflow-wrap:normal}th,td{padding:.2rem .4rem;border:1px solid var(--line)}
td{text-align:center}th{text-align:left;font-weight:400}thead th{writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap}
thead th:first-child{writing-mode:initial;transform:none;vertical-align:bottom}th[scope=row]{position:sticky;left:0;background:Canvas}
@media(max-width:40rem){th[scope=row]{max-width:9rem;overflow-wrap:anywhere}}
.effective{background:var(--effective)}.applied{background:var(--applied)}.unmet{background:var(--unmet)}
.mark{display:inline-block;min-width:1.5rem;text-align:center;border:1px solid var(--line)}.name{position:absolute;clip-path:inset(50%);height:1px;width:1px;overflow:hidden;white-space:nowrap}`

const meetings = {
  effective: { mark: '●', words: 'effective' },
  applied: { mark: '○', words: 'reached, but without effect' },
  unmet: { mark: '–', words: 'never reached' },
} as const
type Meeting = keyof typeof meetings
type Points = Explored['points']

export function asHtml({ findings, refused, points, runs, seed, ...rest }: Explored): string {
  const title = `Exploration: ${findings.length} found`
  const effective = points.filter(({ meeting }) => meeting === 'effective').length
  const [ofJobs, ofCalls] = [true, false].map((isJob) => points.filter(({ target }) => jobsById.has(target) === isJob))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>
<p>${counted(runs, 'run')} with seed ${seed}. ${effective} of ${points.length} points effective.</p>
${refused.map((sentence) => `<p>${escaped(`Without faults, ${sentence}`)}</p>`).join('\n')}
${findings.length > 0 ? `<ol>${findings.map(({ sentence }) => `<li>${escaped(sentence)}</li>`).join('\n')}</ol>` : `<p>${noneFound(refused)}</p>`}
<p>${Object.entries(meetings)
    .map(([name, { mark, words }]) => `<span class="mark ${name}">${mark}</span> ${words}`)
    .join(' &nbsp; ')}</p>
${gridOf('Calls', ofCalls ?? [])}
${gridOf("The service's jobs", ofJobs ?? [])}
${lists(points, rest).map(listOf).join('\n')}
</main></body></html>
`
}

function lists(points: Points, { unstable, seenOnce, badWithoutFaults, otherCalls }: Partial<Explored>): [string, readonly string[]][] {
  const reasons = Map.groupBy(
    points.filter(({ meeting }) => meeting !== 'effective'),
    ({ target, nth, why }) => `${target} ${nth}: ${why}`,
  )
  return [
    ['Seen once but not in two more runs', seenOnce ?? []],
    ['Bad even without faults', badWithoutFaults ?? []],
    ['Not effective, and why', [...reasons].map(([reason, all]) => `${reason}: ${all.map(({ fault }) => fault).join(', ')}`)],
    ['Different in two runs without faults, so these calls get no faults', unstable ?? []],
    ['Runs in which the client made different calls than planned', otherCalls ? [String(otherCalls)] : []],
  ]
}

const listOf = ([title, all]: [string, readonly string[]]): string =>
  all.length > 0 ? `<h2>${title}</h2><ul>${all.map((each) => `<li>${escaped(each)}</li>`).join('')}</ul>` : ''

/** Returns a table that can be focused, so that users can scroll it with the keyboard. */
function gridOf(title: string, points: Points): string {
  if (points.length === 0) return ''
  const faults = [...new Set(points.map(({ fault }) => fault))].sort()
  const places = [...new Set(points.map(({ target, nth }) => `${target} ${nth}`))].sort()
  const met = new Map(points.map((point) => [`${point.target} ${point.nth} ${point.fault}`, point]))
  const rows = places.map(
    (occurrence) =>
      `<tr><th scope="row">${escaped(occurrence)}</th>${faults.map((fault) => cellOf(met.get(`${occurrence} ${fault}`))).join('')}</tr>`,
  )
  return `<h2>${title}</h2><div class="grid" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr><th scope="col">Point</th>${faults.map((fault) => `<th scope="col">${escaped(fault)}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`
}

function cellOf(point: Points[number] | undefined): string {
  if (!point) return '<td></td>'
  const { mark, words } = meetings[point.meeting satisfies Meeting]
  return `<td class="${point.meeting}" title="${escaped(point.why ?? words)}"><span aria-hidden="true">${mark}</span><span class="name">${words}</span></td>`
}
