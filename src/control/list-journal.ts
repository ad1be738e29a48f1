/** Lists what was asked, or what the service did by itself. */
import { z } from 'zod'
import { jobs } from '../jobs/index.ts'
import { Misuse } from '../misuse.ts'
import { operations } from '../operations/index.ts'
import type { Line } from '../state/journal.ts'
import { areaName } from '../wire/areas.ts'
import { reply } from '../wire/row.ts'
import { readTimestamp } from '../wire/send-time.ts'
import { lineReply, showLine } from './journal-line.ts'
import { defineControl } from './row.ts'

const query = z.object({
  since: z.string().optional().describe('A line, or a time: what is newer than that line, or not older than that time.'),
  limit: z.coerce.number().int().min(0).max(1_000_000).optional().describe('1000 when absent. With `since` the oldest, else the newest.'),
  operation: z.string().optional().describe('An operation or an area; with `jobs=true` a job or an area.'),
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/i, 'A status such as 404 or 4xx is expected')
    .optional(),
  code: z.string().optional(),
  scenario: z.string().optional(),
  jobs: z.enum(['true', 'false']).optional().describe('The jobs instead of the calls.'),
})
type Query = z.output<typeof query>

export const listJournal = defineControl({
  id: 'control.listJournal',
  method: 'GET',
  path: '/_standin/journal',
  summary: 'What was asked, or what the service did by itself, newest last',
  request: { query },
  replies: { 200: reply.json(z.object({ journal: z.array(lineReply), total: z.int(), dropped: z.int() })) },
  example: { query: { operation: 'fileTransfer.overview', status: '4xx' } },

  handle({ query: wanted }, { knobs, reply: answer }) {
    const ring = wanted.jobs === 'true' ? knobs.journal.jobs : knobs.journal.calls
    demandOperation(wanted)
    const lines = newer(ring.list(), wanted.since).filter((line) => fits(line, wanted))
    const limit = wanted.limit ?? 1000
    // Whoever reads on from a line must not miss any.
    const page = wanted.since === undefined ? lines.slice(Math.max(0, lines.length - limit)) : lines.slice(0, limit)
    return answer(200, { journal: page.map(showLine), total: lines.length, dropped: ring.dropped })
  },
})

function demandOperation({ operation, jobs: ofJobs }: Query): void {
  const ids = (ofJobs === 'true' ? jobs : operations).map(({ id }) => id)
  const valid = [...ids, ...new Set(ids.map(areaName))]
  if (operation !== undefined && !valid.includes(operation))
    throw new Misuse(`query.operation: ${JSON.stringify(operation.slice(0, 100))} is not known.`, valid)
}

/** A line that is no longer there was older than those that are. */
function newer(lines: readonly Line[], since: string | undefined): readonly Line[] {
  if (since === undefined) return lines
  if (/^[\d.+]+$/.test(since)) return lines.slice(lines.findLastIndex(({ id }) => id === since) + 1)
  const time = readTimestamp(since)
  if (!time)
    throw new Misuse(`query.since: ${JSON.stringify(since.slice(0, 100))} is neither a line's id nor a time such as 2026-06-01T10:00:00Z.`)
  return lines.filter(({ at }) => at >= time.at)
}

function fits(line: Line, { operation, status, code, scenario }: Query): boolean {
  if (operation !== undefined && line.operation !== operation && !line.operation?.startsWith(`${operation}.`)) return false
  if (status !== undefined && !sameStatus(String(line.status), status.toLowerCase())) return false
  if (code !== undefined && line.code !== code) return false
  return scenario === undefined || line.scenario === scenario
}

const sameStatus = (status: string, wanted: string) => (wanted.endsWith('xx') ? status.at(0) === wanted.at(0) : status === wanted)
