/** `standin journal`: what was called, and why it was answered that way. */
import type { ControlReply } from '../control/rows/client.ts'
import { exportCalls } from './journal-export.ts'
import { cells, list } from './journal-list.ts'
import { heading, indented, type Table } from './print.ts'
import { rowGroup } from './row-commands.ts'

function verificationInWords(reply: ControlReply<'control.verifyJournal'>, table: Table): string[] {
  const nearest = 'nearest' in reply ? reply.nearest : []
  const rows = nearest.map(({ id, at, operation, differs }) => [id, at, operation ?? '', differs.join('; ')])
  return [reply.message, ...(rows.length > 0 ? table([heading('NEAREST', 'AT', 'WHAT', 'DIFFERS'), ...rows]) : [])]
}

type FullLine = ControlReply<'control.showJournalLine'>

function inWords(line: FullLine, table: Table): string[] {
  const { request, reply, caller, environment, stage, commits, stages, rules, effects } = line
  const who = caller && [caller.org, caller.orgNo, caller.clientId].filter(Boolean).join(', ')
  const facts = table([
    ['environment', environment],
    ['caller', who || 'unknown'],
    ['stage', stage],
    ['changes', String(commits)],
    ...Object.entries(stages).map(([name, ms]) => [`  ${name}`, `after ${ms} ms`]),
    ...rules.map((sentence) => ['rule', sentence]),
    ...effects.map((effect) => ['effect', JSON.stringify(effect)]),
  ])
  return [
    ...table([cells(line)]),
    '',
    ...facts,
    '',
    'Request',
    ...(request.query === '' ? [] : [`?${request.query}`]),
    ...messageInWords(request),
    '',
    ...(reply ? [`Reply${reply.cut ? ', cut' : ''}`, ...messageInWords(reply)] : ['No reply.']),
  ]
}

/** The lines of a body are indented, so that none looks like a line of ours. */
function messageInWords({ headers, body, missing, bytes }: Pick<FullLine['request'], 'headers' | 'body' | 'missing' | 'bytes'>): string[] {
  const lines = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`))
  const content = body === null ? (bytes ? [`${bytes} bytes`] : []) : indented(body)
  const more = missing > 0 ? [`… ${missing.toLocaleString('en')} characters more`] : []
  return [...lines, ...(content.length > 0 && lines.length > 0 ? [''] : []), ...content, ...more]
}

export const journal = rowGroup('journal', [list, 'show', 'story', 'verify', exportCalls], {
  'control.showJournalLine': inWords,
  'control.verifyJournal': verificationInWords,
})
