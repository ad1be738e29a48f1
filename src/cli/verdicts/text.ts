/** Verdicts as a text for people. */
import { heading } from '../columns.ts'
import type { Table } from '../print.ts'
import { type Judgement, type Judgements, said } from './judgement.ts'

export function asText({ all, others, notes }: Judgements, table: Table): string[] {
  const rows = all.map((each) => [each.id, each.caller, each.known ? `${each.verdict}, known` : each.verdict, shownBy(each)])
  const offences = all.filter(({ verdict }) => verdict === 'bad' || verdict === 'advice')
  const guidance = new Map(offences.map((each) => [each.id, `${each.id}: ${each.guidance}`]))
  const failed = [
    ...all.filter(({ fails }) => fails).map((each) => `${each.verdict}: ${each.id} of ${each.caller}: ${said(each)}`),
    ...others,
  ]
  return [
    ...(rows.length > 0 ? table([heading('VERDICT', 'CALLER', 'IS', 'SHOWN BY'), ...rows]) : ['No client has called.']),
    ...[notes, [...guidance.values()], failed].flatMap((lines) => (lines.length > 0 ? ['', ...lines] : [])),
  ]
}

function shownBy({ id, verdict, calls, exercise }: Judgement): string {
  if (calls.length > 0) return `calls ${calls.join(', ')}`
  if (exercise.length > 0) return `try ${exercise.join(', ')}`
  return verdict === 'not-exercised' ? `no scenario needed, see docs/verdicts/list.md#${id}` : ''
}
