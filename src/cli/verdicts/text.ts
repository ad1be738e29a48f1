/** Verdicts as lines for people: a part for each caller, and a table of everything where it is wanted. */

import type { Table } from '../print.ts'
import { heading } from '../print.ts'
import { type Judgement, type Judgements, said, titleOf } from './judgement.ts'

/** `table`: sets every verdict on every caller in a table, too. Absent: there is none. */
export function asText({ all, callers, others, notes }: Judgements, table?: Table): string[] {
  const parts = callers.map((caller) => {
    const theirs = all.filter((each) => each.caller === caller.caller)
    return [titleOf(caller), `  ${countsOf(theirs, caller.calls)}`, ...detailsOf(theirs)]
  })
  const rows = all.map((each) => [each.id, each.caller, wordOf(each), shownBy(each)])
  const tables = table && rows.length > 0 ? [table([heading('VERDICT', 'CALLER', 'IS', 'SHOWN BY'), ...rows])] : []
  const paragraphs = [...(parts.length > 0 ? parts : [['No client has called.']]), ...tables, notes, others]
  return paragraphs.filter((lines) => lines.length > 0).flatMap((lines, nth) => (nth === 0 ? lines : ['', ...lines]))
}

const wordOf = ({ verdict, known }: Judgement) => (known ? `${verdict}, known` : verdict)

const ofWord = (all: readonly Judgement[], word: Judgement['verdict']) => all.filter(({ verdict }) => verdict === word)

const words = { bad: 'bad', advice: 'advice', good: 'good', 'not-exercised': 'never met' } as const

function countsOf(all: readonly Judgement[], calls: number): string {
  const counts = (Object.keys(words) as (keyof typeof words)[]).flatMap((word) => {
    const { length } = ofWord(all, word)
    return length > 0 ? `${length} ${words[word]}` : []
  })
  return `${calls} ${calls === 1 ? 'call' : 'calls'}: ${counts.join(', ')}`
}

/** What is bad, advice, good, and what was never met. */
function detailsOf(all: readonly Judgement[]): string[] {
  const offences = [...ofWord(all, 'bad'), ...ofWord(all, 'advice')]
  const [good, never] = [ofWord(all, 'good'), ofWord(all, 'not-exercised')]
  const scenarios = [...new Set(never.flatMap(({ exercise }) => exercise))]
  const more = scenarios.length > 0 ? `. Scenarios that show more: ${scenarios.join(', ')}` : ''
  return [
    ...offences.flatMap((each) => [`  ${wordOf(each)}: ${each.id}: ${said(each)}`, `    ${each.guidance}`]),
    ...(good.length > 0 ? [`  good: ${idsOf(good)}`] : []),
    ...(never.length > 0 ? [`  never met: ${idsOf(never)}${more}`] : []),
  ]
}

const idsOf = (all: readonly Judgement[]) => all.map(({ id }) => id).join(', ')

function shownBy({ id, verdict, calls, exercise }: Judgement): string {
  if (calls.length > 0) return `calls ${calls.join(', ')}`
  if (exercise.length > 0) return `try ${exercise.join(', ')}`
  return verdict === 'not-exercised' ? `no scenario needed, see docs/verdicts/list.md#${id}` : ''
}
