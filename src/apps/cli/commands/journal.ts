/** `standin journal`: lists calls, with the reason for each reply. */
import type { ControlInput, ControlReply } from '../../../control/client.ts'
import { isObject, parseJson } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defineCommand } from '../frame/command.ts'
import { completed, optional, quoted, someText } from '../frame/option.ts'
import { heading, indented, print, type Table } from '../frame/print.ts'
import { connectionOptions, remote } from '../frame/remote.ts'
import { rowGroup } from '../frame/row-commands.ts'
import { exportCalls } from '../serving/journal-export.ts'
import { cells, list } from '../serving/journal-list.ts'

type Where = NonNullable<ControlInput<'control.verifyJournal'>['body']['where']>

function members(text: string): Where {
  const value = parseJson(text)
  if (isObject(value)) return value as Where
  throw new Misuse(`is ${quoted(text)}. Use a JSON object such as {"body":{"fileName":"a.txt"}}.`)
}

const verify = defineCommand({
  name: 'verify',
  summary: 'Check the number of calls; exit code 1 if it is wrong',
  options: {
    operation: completed(
      'operations',
      optional('An operation, an area or a job, such as notifications.createOrder. Default: any call', someText),
    ),
    count: optional('Expected number: 1, 2-3 or 3-. Default: at least one', someText),
    status: optional('Replies with this status, such as 404 or 4xx', someText),
    code: optional('Refusals with this code', someText),
    org: optional('Calls from this service owner or organization: its code or number', someText),
    client: optional('Calls from this integration (its client id)', someText),
    recipient: optional('Calls about this recipient: a number or an address', someText),
    resource: optional('Calls about this resource', someText),
    transfer: optional('Calls about this file transfer (its id)', someText),
    idempotencyId: optional('Orders with this idempotencyId', someText),
    scenario: completed('scenarios', optional('Calls that this scenario changed', someText)),
    since: optional('Only lines after this line (its id), or since this time', someText),
    where: optional('More conditions as JSON, such as {"committed":true,"query":{…},"body":{…}}', members),
    ...connectionOptions,
  },
  examples: [
    ['standin journal verify --operation notifications.createOrder --status 201 --count 1', 'Exactly one order was accepted'],
    ['standin journal verify --operation fileTransfer.download --count 0', 'No file was downloaded'],
  ],
  async run({ values, io }) {
    const { operation, count, status, code, org, client, recipient, resource, transfer, idempotencyId, scenario, since } = values
    const where = { status, code, org, client, recipient, resource, transfer, idempotencyId, scenario, since, ...values.where }
    const reply = await remote(values).call('control.verifyJournal', { body: { operation, count: counted(count), where } })
    print(io, values, reply, verificationInWords)
    return reply.ok ? 0 : 1
  },
})

/** Converts the option's text to the format that the row accepts: a number, or a range as a string. */
const counted = (count: string | undefined) => (count !== undefined && /^\d{1,9}$/.test(count) ? Number(count) : count)

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

function messageInWords({ headers, body, missing, bytes }: Pick<FullLine['request'], 'headers' | 'body' | 'missing' | 'bytes'>): string[] {
  const lines = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`))
  const content = body === null ? (bytes ? [`${bytes} bytes`] : []) : indented(body)
  const more = missing > 0 ? [`… ${missing.toLocaleString('en')} more characters`] : []
  return [...lines, ...(content.length > 0 && lines.length > 0 ? [''] : []), ...content, ...more]
}

export const journal = rowGroup('journal', [list, 'show', 'story', verify, exportCalls, 'clear'], { 'control.showJournalLine': inWords })
