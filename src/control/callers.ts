/** Callers with limits of their own. */
import { z } from 'zod'
import { callerReply, callersReply } from '../control-replies/callers.ts'
import { callerLimits } from '../state/fixtures.ts'
import { json, reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const listCallers = defineControl({
  id: 'control.listCallers',
  method: 'GET',
  path: '/_standin/callers',
  summary: 'The callers with rate limits of their own',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(callersReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.callers.list(pageIn(query))),
})

const byCaller = z.object({ caller: z.string().min(1).describe('A client id or an organization number.') })

/** Source: decisions §4, §12. */
const putCaller = defineControl({
  id: 'control.putCaller',
  method: 'PUT',
  path: '/_standin/callers/{caller}',
  world: 'made',
  summary: 'Give a caller rate limits of its own, in place of those that it had',
  request: { params: byCaller, body: json(z.strictObject({ limits: callerLimits.describe('Calls a minute, by operation.') })) },
  replies: { 200: reply.json(callerReply) },
  example: { params: { caller: '347147753' }, body: { limits: { 'fileTransfer.search': 600 } } },

  handle: ({ params, body }, { knobs, reply: answer }) => answer(200, knobs.callers.put(params.caller, body.limits)),
})

const removeCaller = defineControl({
  id: 'control.removeCaller',
  method: 'DELETE',
  path: '/_standin/callers/{caller}',
  summary: 'Give a caller the usual rate limits again',
  request: { params: byCaller },
  replies: { 204: reply.empty() },
  example: { params: { caller: '347147753' } },

  handle({ params }, { knobs, reply: answer }) {
    knobs.callers.remove(params.caller)
    return answer(204, undefined)
  },
})

export const callersRows = [listCallers, putCaller, removeCaller] as const
