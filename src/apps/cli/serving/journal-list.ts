/** `standin journal list`: lists calls to the service with their replies, optionally as they arrive. */
import type { ControlReply } from '../../../control/client.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defineCommand, withProgress } from '../frame/command.ts'
import { bare, completed, optional, someText, wholeNumber, word } from '../frame/option.ts'
import { print, type Row, type Table, status as toned } from '../frame/print.ts'
import { connectionOptions, type PageQuery, remote, wholeList } from '../frame/remote.ts'

/** Default for --limit. */
const usual = 1_000

export const filterOptions = {
  operation: completed('operations', optional('Only an operation or area, such as notifications.createOrder', someText)),
  status: optional('Only replies with this status, such as 404 or 4xx', someText),
  code: optional('Only refusals with this code, such as NOT-00001', someText),
  scenario: completed('scenarios', optional('Only calls that this scenario changed', someText)),
  caller: optional('Only calls from this caller: its code, number or client id', someText),
  text: optional('Only lines with this text in the path, query, reason or a body', someText),
  comparison: optional(
    'Only calls with this result of "standin start --compare": same, differs or apart',
    word({ same: true, differs: true, apart: true }),
  ),
}

export const list = defineCommand({
  name: 'list',
  summary: 'List the calls, one per line, newest last',
  byDefault: true,
  options: {
    since: optional('Only lines after this line (its id), or since this time', someText),
    limit: optional('Maximum number of lines: the newest, or with --since the oldest. Default: 1000', wholeNumber(1)),
    ...filterOptions,
    jobs: bare("List the service's jobs instead of the calls"),
    follow: bare('Print new lines as they are closed, until you stop the command'),
    ...connectionOptions,
  },
  examples: [
    ['standin journal --status 503 --limit 10', 'The last ten outages'],
    ['standin journal --follow', 'Print each call when it is answered'],
  ],
  async run({ values, io }) {
    const { since, limit, operation, status, code, scenario, caller, text, comparison, jobs, follow } = values
    const filter = { operation, status, code, scenario, caller, text, comparison, ...(jobs && { jobs: 'true' as const }) }
    const { call, stream } = remote(values)
    if (!follow) {
      const read = (page: PageQuery) => call('control.listJournal', { query: { since, ...filter, ...page } })
      const listed = await withProgress(io, { does: 'Reading the journal' }, () =>
        wholeList('journal', read, limit ?? usual, { backwards: since === undefined }),
      )
      print(io, values, listed, inWords)
      return
    }
    if (since !== undefined || limit !== undefined)
      throw new Misuse('--follow starts now, so it cannot be combined with --since or --limit.')
    for await (const { lines, leftOut } of stream('control.streamJournal', { query: filter })) {
      if (leftOut > 0) print(io, values, { leftOut }, () => `${leftOut} lines arrived too fast and were skipped.`)
      for (const line of lines) print(io, values, line, (each, table) => table([cells(each)]))
    }
  },
})

type Line = ControlReply<'control.listJournal'>['journal'][number]

const inWords = ({ journal: lines }: ControlReply<'control.listJournal'>, table: Table) => table(lines.map(cells))

export const cells = ({ id, at, operation, method, path, status, code, ms, scenario, why }: Line): Row => [
  id,
  at,
  method ? `${method} ${path}` : (operation ?? ''),
  toned(String(status ?? '-')),
  code ?? '',
  ms === null ? '' : `${Math.round(ms)} ms`,
  [scenario && `scenario ${scenario}`, why !== code && why].filter(Boolean).join('; '),
]
