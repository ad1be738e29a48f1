/** Lists what was asked, or what the service did by itself. */
import { z } from 'zod'
import { reply } from '../wire/row.ts'
import { lineReply, showLine } from './journal-line.ts'
import { filterOf, lineFilter, readSince } from './journal-query.ts'
import { defineControl } from './row.ts'

const query = z.object({
  since: z.string().optional().describe('A line, or a time: what is newer than that line, or not older than that time.'),
  limit: z.coerce.number().int().min(0).max(1_000_000).optional().describe('1000 when absent. With `since` the oldest, else the newest.'),
  ...lineFilter.shape,
})

export const listJournal = defineControl({
  id: 'control.listJournal',
  method: 'GET',
  path: '/_standin/journal',
  summary: 'What was asked, or what the service did by itself, newest last',
  request: { query },
  replies: { 200: reply.json(z.object({ journal: z.array(lineReply), total: z.int(), dropped: z.int() })) },
  example: { query: { operation: 'fileTransfer.overview', status: '4xx' } },

  handle({ query: { since, limit, ...filter } }, { knobs, reply: answer }) {
    const { lines, total, dropped } = knobs.journal.list({ ...filterOf(filter), since: readSince('query.since', since), limit })
    return answer(200, { journal: lines.map(showLine), total, dropped })
  },
})
