/** Verdicts as a text for people. */
import { heading } from '../columns.ts'
import type { Table } from '../print.ts'
import { type Judgements, said } from './judgement.ts'

export function asText({ all, others, notes }: Judgements, table: Table): string {
  const rows = all.map(({ id, caller, verdict, calls, exercise, known }) => [
    id,
    caller,
    known ? `${verdict}, known` : verdict,
    calls.length > 0 ? `calls ${calls.join(', ')}` : exercise.length > 0 ? `try ${exercise.join(', ')}` : '',
  ])
  const offences = all.filter(({ verdict }) => verdict === 'bad' || verdict === 'advice')
  const guidance = new Map(offences.map((each) => [each.id, `${each.id}: ${each.guidance}`]))
  const failed = [
    ...all.filter(({ fails }) => fails).map((each) => `${each.verdict}: ${each.id} of ${each.caller}: ${said(each)}`),
    ...others,
  ]
  const parts = [
    rows.length > 0 ? table([heading('VERDICT', 'CALLER', 'IS', 'SHOWN BY'), ...rows]) : 'No client has called.\n',
    ...[notes, [...guidance.values()], failed].map((lines) => (lines.length > 0 ? `\n${lines.join('\n')}\n` : '')),
  ]
  return parts.join('')
}
