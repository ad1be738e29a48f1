/** `standin journal`: the calls of the service and their replies. */
import type { ControlReply } from '../control/client.ts'
import { inColumns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { bare, optional, someText, wholeNumber } from './option.ts'
import { print } from './print.ts'
import { remote } from './remote.ts'

export const journal = defineCommand({
  name: 'journal',
  summary: 'List the calls, one line each, the newest last',
  options: {
    since: optional('Only lines after this line (its id), or from this time on', someText),
    limit: optional('At most this many lines: the newest, or with --since the oldest', wholeNumber(0)),
    operation: optional('Only an operation or area, such as notifications.createOrder', someText),
    status: optional('Only replies with this status, such as 404 or 4xx', someText),
    code: optional('Only refusals with this code, such as NOT-00001', someText),
    scenario: optional('Only calls that this scenario changed', someText),
    jobs: bare('List what the service did by itself, instead of the calls'),
    ...connectionOptions,
  },
  examples: [['standin journal --status 503 --limit 10', 'The last ten outages']],
  async run({ values, io }) {
    const { since, limit, operation, status, code, scenario, jobs } = values
    const reply = await remote(values).call('control.listJournal', {
      query: { since, limit, operation, status, code, scenario, ...(jobs && { jobs: 'true' }) },
    })
    print(io, values, reply, ({ journal: lines }) => inColumns(lines.map(cells)))
    return 0
  },
})

type Line = ControlReply<'control.listJournal'>['journal'][number]

const cells = ({ id, at, operation, method, path, status, code, ms, scenario, why }: Line) => [
  id,
  at,
  method ? `${method} ${path}` : (operation ?? ''),
  String(status ?? '-'),
  code ?? '',
  ms === null ? '' : `${Math.round(ms)} ms`,
  [scenario && `scenario ${scenario}`, why !== code && why].filter(Boolean).join('; '),
]
