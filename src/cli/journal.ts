/** `standin journal`: what was asked, and what came of it. */
import { inColumns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { bare, optional, someText, wholeNumber } from './option.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'

interface Line {
  readonly id: string
  readonly at: string
  readonly operation: string | null
  readonly method: string | null
  readonly path: string | null
  readonly status: number | null
  readonly code: string | null
  readonly ms: number | null
  readonly scenario: string | null
  readonly why: string | null
}

export const journal = defineCommand({
  name: 'journal',
  summary: 'List what was called, one line a call, the newest last',
  options: {
    since: optional('After a line (its number), or from a time on', someText),
    limit: optional('So many: the newest, with --since the oldest', wholeNumber(0)),
    operation: optional('Of a row or job, such as notifications.createOrder', someText),
    status: optional('Answered so, such as 404 or 4xx', someText),
    code: optional('Refused so, such as NOT-00001', someText),
    scenario: optional('Under a scenario', someText),
    jobs: bare('What the service did by itself, instead of the calls'),
    ...connectionOptions,
  },
  examples: [['standin journal --status 503 --limit 10', 'The last ten outages']],
  async run({ values, io }) {
    const { since, limit, operation, status, code, scenario, jobs } = values
    const reply = await ask(values, 'GET journal', {
      query: { since, limit, operation, status, code, scenario, ...(jobs && { jobs: 'true' }) },
    })
    print(io, values, reply, ({ journal: lines }: { journal: readonly Line[] }) => inColumns(lines.map(cells)))
    return 0
  },
})

const cells = ({ id, at, operation, method, path, status, code, ms, scenario, why }: Line) => [
  id,
  at,
  method ? `${method} ${path}` : (operation ?? ''),
  String(status ?? '-'),
  code ?? '',
  ms === null ? '' : `${Math.round(ms)} ms`,
  [scenario && `scenario ${scenario}`, why !== code && why].filter(Boolean).join('; '),
]
