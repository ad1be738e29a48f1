/** Formats judgements as text, JSON, JUnit XML, SARIF, or an HTML page. */

import { type Case, writeJunit } from '../../../control/junit.ts'
import { xmlText as escaped } from '../../../service/wire/text.ts'
import { heading, type Table } from '../frame/print.ts'
import { type Judgement, type Judgements, said, titleOf, type VerdictsReply } from './judgement.ts'

/** Writes a section per caller. `table`: adds a table with every verdict on every caller. */
export function asText({ all, callers, others, notes }: Judgements, table?: Table): string[] {
  const parts = callers.map((caller) => {
    const theirs = all.filter((each) => each.caller === caller.caller)
    return [titleOf(caller), `  ${countsOf(theirs, caller.calls)}`, ...detailsOf(theirs)]
  })
  const rows = all.map((each) => [each.id, each.caller, wordOf(each), shownBy(each)])
  const tables = table && rows.length > 0 ? [table([heading('VERDICT', 'CALLER', 'RESULT', 'SHOWN BY'), ...rows])] : []
  const paragraphs = [...(parts.length > 0 ? parts : [['No client has made a call.']]), ...tables, notes, others]
  return paragraphs.filter((lines) => lines.length > 0).flatMap((lines, nth) => (nth === 0 ? lines : ['', ...lines]))
}

const wordOf = ({ verdict, known }: Judgement) => (known ? `${verdict}, known` : verdict)

const ofWord = (all: readonly Judgement[], word: Judgement['verdict']) => all.filter(({ verdict }) => verdict === word)

const words = { bad: 'bad', advice: 'advice', good: 'good', 'not-exercised': 'not exercised' } as const

function countsOf(all: readonly Judgement[], calls: number): string {
  const counts = (Object.keys(words) as (keyof typeof words)[]).flatMap((word) => {
    const { length } = ofWord(all, word)
    return length > 0 ? `${length} ${words[word]}` : []
  })
  return `${calls} ${calls === 1 ? 'call' : 'calls'}: ${counts.join(', ')}`
}

function detailsOf(all: readonly Judgement[]): string[] {
  const offences = [...ofWord(all, 'bad'), ...ofWord(all, 'advice')]
  const [good, never] = [ofWord(all, 'good'), ofWord(all, 'not-exercised')]
  const scenarios = [...new Set(never.flatMap(({ exercise }) => exercise))]
  const more = scenarios.length > 0 ? `. Scenarios that show more: ${scenarios.join(', ')}` : ''
  return [
    ...offences.flatMap((each) => [`  ${wordOf(each)}: ${each.id}: ${said(each)}`, `    ${each.guidance}`]),
    ...(good.length > 0 ? [`  good: ${idsOf(good)}`] : []),
    ...(never.length > 0 ? [`  not exercised: ${idsOf(never)}${more}`] : []),
  ]
}

const idsOf = (all: readonly Judgement[]) => all.map(({ id }) => id).join(', ')

function shownBy({ id, verdict, calls, exercise }: Judgement): string {
  if (calls.length > 0) return `calls ${calls.join(', ')}`
  if (exercise.length > 0) return `try ${exercise.join(', ')}`
  return verdict === 'not-exercised' ? `no scenario needed, see docs/verdicts.md#${id}` : ''
}

export function asJson(reply: VerdictsReply, { all, others, failed }: Judgements): string {
  const known = all.filter((each) => each.known).map(({ id, caller }) => ({ id, caller }))
  const red = [...all.filter(({ fails }) => fails).map((each) => `${each.id} of ${each.caller}: ${said(each)}`), ...others]
  return JSON.stringify({ ...reply, known, failed, red })
}

export function asJunit({ all, others }: Judgements): string {
  const suites = [...Map.groupBy(all, ({ caller }) => caller)].map(([name, theirs]) => ({ name, cases: theirs.map(caseOf) }))
  const besides = others.map((message, nth): Case => ({ name: `standin ${nth + 1}`, outcome: 'failure', type: 'failure', message }))
  return writeJunit(besides.length > 0 ? [...suites, { name: 'standin', cases: besides }] : suites, 'standin verdict')
}

function caseOf(judgement: Judgement): Case {
  const { id: name, verdict, fails, guidance, exercise } = judgement
  if (fails) return { name, outcome: 'failure', type: verdict, message: said(judgement), text: guidance }
  if (verdict === 'not-exercised')
    return { name, outcome: 'skipped', message: `not exercised${exercise.length > 0 ? `; try ${exercise.join(', ')}` : ''}` }
  return { name, outcome: 'good', ...(verdict !== 'good' && { text: `${verdict}: ${said(judgement)} ${guidance}` }) }
}

export function asSarif({ all, others }: Judgements, version: string): string {
  const rules = [...new Map(all.map((each) => [each.id, each])).values()]
  const offences = all.filter(({ verdict }) => verdict === 'bad' || verdict === 'advice')
  const run = {
    tool: {
      driver: {
        name: 'Standin',
        version,
        rules: rules.map(({ id, sentence, guidance, severity, source }) => ({
          id,
          shortDescription: { text: sentence },
          help: { text: guidance },
          defaultConfiguration: { level: levelOf(severity) },
          properties: { source },
        })),
      },
    },
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: others.map((text) => ({ level: 'error', message: { text } })) }],
    results: offences.map(resultOf),
  }
  const schema = 'https://json.schemastore.org/sarif-2.1.0.json'
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)}\n`
}

const levelOf = (severity: string) => (severity === 'bad' ? 'error' : 'note')

const resultOf = (judgement: Judgement) => ({
  ruleId: judgement.id,
  level: levelOf(judgement.verdict),
  message: { text: `${judgement.caller}: ${said(judgement)}` },
  locations: [{ logicalLocations: [{ name: judgement.caller, kind: 'module' }] }],
  baselineState: judgement.known ? 'unchanged' : 'new',
  properties: { calls: judgement.calls },
})

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #ccc}
.bad{color:#a11;font-weight:600}.advice{color:#850;font-weight:600}.good{color:#161}.not-exercised{color:#555}`

/** Returns an HTML page. The page has no scripts, so it also works as a build artifact. */
export function asHtml({ all, callers, others, notes, failed }: Judgements): string {
  const parts = callers.map((one) => `<h2>${escaped(titleOf(one))}</h2>\n${tableOf(all.filter(({ caller }) => caller === one.caller))}`)
  const lists = [
    ['Other failures', others],
    ['Notes', notes],
  ] as const
  const about = lists.flatMap(([title, lines]) =>
    lines.length > 0 ? `<h2>${title}</h2>\n<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>` : [],
  )
  const title = `Verdicts on clients: ${failed ? 'failed' : 'passed'}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1>
${parts.length > 0 ? parts.join('\n') : '<p>No client has made a call.</p>'}
${about.join('\n')}
</body></html>
`
}

const tableOf = (judgements: readonly Judgement[]) =>
  `<table><thead><tr><th>Verdict</th><th>Result</th><th>Shown by</th><th>What to do</th></tr></thead><tbody>\n${judgements.map(rowOf).join('\n')}\n</tbody></table>`

function rowOf(judgement: Judgement): string {
  const { id, verdict, known, guidance, exercise, source } = judgement
  const isOffence = verdict === 'bad' || verdict === 'advice'
  const todo = isOffence ? guidance : exercise.length > 0 ? `Try ${exercise.join(', ')}.` : ''
  return `<tr><th scope="row">${escaped(id)}<br><small>${escaped(source)}</small></th><td class="${escaped(verdict)}">${escaped(verdict)}${known ? ', known' : ''}</td><td>${escaped(said(judgement))}</td><td>${escaped(todo)}</td></tr>`
}
