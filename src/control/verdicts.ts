/** Verdicts on how clients behave. */
import { z } from 'zod'
import { verdictsReply, watchedReply } from '../control-replies/verdicts.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const query = z.object({
  caller: z.string().optional().describe('Only this caller: a client id or an organization number.'),
  set: z.string().optional().describe('Only the verdicts of this set, such as 2026-11. Every verdict when absent.'),
  ...pageQuery,
})

const listVerdicts = defineControl({
  id: 'control.listVerdicts',
  method: 'GET',
  path: '/_standin/verdicts',
  summary: 'How well each caller behaved: verdicts on clients, each with the calls that show it',
  request: { query },
  replies: { 200: reply.json(verdictsReply) },
  example: { query: { set: '2026-11' } },

  handle: async ({ query: { caller, set, ...page } }, { knobs, reply: answer }) =>
    answer(200, await knobs.verdicts({ caller, set, ...pageIn(page) })),
})

const startVerdicts = defineControl({
  id: 'control.startVerdicts',
  method: 'PUT',
  path: '/_standin/verdicts',
  world: 'made',
  summary: 'Watch the world for verdicts from now on, so that each call is judged before the journal drops it',
  request: {},
  replies: { 200: reply.json(watchedReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.verdicts.start()),
})

const endVerdicts = defineControl({
  id: 'control.endVerdicts',
  method: 'DELETE',
  path: '/_standin/verdicts',
  summary: 'Watch the world for verdicts no longer, and forget what was found',
  request: {},
  replies: { 200: reply.json(watchedReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.verdicts.end()),
})

export const verdictsRows = [listVerdicts, startVerdicts, endVerdicts] as const
