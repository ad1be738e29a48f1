/** Verdicts as a text for people. */
import type { ControlReply } from '../../control/client.ts'
import { heading } from '../columns.ts'
import type { Table } from '../print.ts'

type Reply = ControlReply<'control.listVerdicts'>

export function inWords({ verdicts, repeated, watched }: Reply, failed: readonly string[], table: Table): string {
  const rows = verdicts.flatMap(({ id, callers }) =>
    callers.map(({ caller, verdict, calls, exercise }) => [
      id,
      caller,
      verdict,
      calls.length > 0 ? `calls ${calls.join(', ')}` : exercise.length > 0 ? `try ${exercise.join(', ')}` : '',
    ]),
  )
  const notes = [
    ...(watched ? [] : ['The world was not watched, so only the calls that the journal still has are judged. Start with --verdicts.']),
    ...repeated.map(({ caller, calls }) => `The HTTP library of ${caller} probably repeated by itself: calls ${calls.join(', ')}.`),
  ]
  const advice = verdicts.flatMap(({ id, guidance, callers }) =>
    callers.some(({ verdict }) => verdict === 'bad' || verdict === 'advice') ? `${id}: ${guidance}` : [],
  )
  const parts = [
    rows.length > 0 ? table([heading('VERDICT', 'CALLER', 'IS', 'SHOWN BY'), ...rows]) : 'No client has called.\n',
    ...[notes, advice, failed].map((lines) => (lines.length > 0 ? `\n${lines.join('\n')}\n` : '')),
  ]
  return parts.join('')
}
