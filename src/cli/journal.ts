/** `standin journal`: what was called, and why it was answered that way. */
import type { ControlReply } from '../control/client.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { exportCalls } from './journal-export.ts'
import { cells, list } from './journal-list.ts'
import { story } from './journal-story.ts'
import { verify } from './journal-verify.ts'
import { optional, someText } from './option.ts'
import { indented, print, type Table } from './print.ts'
import { remote } from './remote.ts'

type FullLine = ControlReply<'control.showJournalLine'>

const show = defineCommand({
  name: 'show',
  summary: 'Show one call or job in full: request, reply, stages, and the rules that Standin tried',
  options: {
    id: { ...optional('The id of a line, from "standin journal"', someText), word: 'required' } as const,
    ...connectionOptions,
  },
  examples: [['standin journal show 17', 'Why the call 17 was answered as it was']],
  async run({ values, io }) {
    const line = await remote(values).call('control.showJournalLine', { params: { id: values.id ?? '' } })
    print(io, values, line, (_, table) => inWords(line, table))
    return 0
  },
})

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

export const journal = defineCommand({
  name: 'journal',
  summary: 'List the calls, follow them, show one in full, verify how often something was called, or export them',
  options: {},
  commands: [list, show, story, verify, exportCalls],
})
