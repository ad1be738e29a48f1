/** Lists the calls of the service, or its jobs. */
import { z } from 'zod'
import { journalReply } from '../control-replies/journal.ts'
import { reply } from '../wire/row.ts'
import { demandScenario, filterOf, lineFilter } from './journal-query.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const query = z.object({
  since: z.string().optional().describe('A line, or a time: what is newer than that line, or not older than that time.'),
  ...lineFilter.shape,
  ...pageQuery,
})

export const listJournal = defineControl({
  id: 'control.listJournal',
  summary: 'The calls, or what the service did by itself, newest last. Pages begin with the newest lines, or with `since` with the oldest',
  request: { query },
  replies: { 200: reply.json(journalReply) },
  example: { query: { operation: 'fileTransfer.overview', status: '4xx' } },

  async handle({ query: { since, limit, after, ...filter } }, { knobs, reply: answer }) {
    await demandScenario(knobs, filter.scenario)
    return answer(200, knobs.journal.list({ ...filterOf(filter), since, ...pageIn({ limit, after }) }))
  },
})
