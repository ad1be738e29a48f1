/** Judges how well the callers of a world behaved. */
import { z } from 'zod'
import { verdictsReply } from '../control-replies/verdicts.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const query = z.object({
  caller: z.string().optional().describe('Only this caller: a client id or an organization number.'),
  set: z.string().optional().describe('Only the verdicts of this set, such as 2026-11. Every verdict when absent.'),
  ...pageQuery,
})

export const listVerdicts = defineControl({
  id: 'control.listVerdicts',
  summary: 'How well each caller behaved: verdicts on clients, each with the calls that show it',
  request: { query },
  replies: { 200: reply.json(verdictsReply) },
  example: { query: { set: '2026-11' } },

  handle: async ({ query: { caller, set, ...page } }, { knobs, reply: answer }) =>
    answer(200, await knobs.verdicts({ caller, set, ...pageIn(page) })),
})
