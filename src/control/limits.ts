/** The rate limits of callers. */
import { z } from 'zod'
import { limitsReply } from '../control-replies/limits.ts'
import { anyName } from '../wire/any-name.ts'
import { json, reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const listLimits = defineControl({
  id: 'control.listLimits',
  method: 'GET',
  path: '/_standin/limits',
  summary: 'What callers of limited operations have left, in both environments',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(limitsReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.limits.list(pageIn(query))),
})

const params = z.object({
  caller: z.string().describe('A client id or an organization number.'),
  operation: z.string().describe('An operation with a limit, such as fileTransfer.search.'),
})

const setLimit = defineControl({
  id: 'control.setLimit',
  method: 'PUT',
  path: '/_standin/limits/{caller}/{operation}',
  world: 'made',
  summary: 'Leave a caller a number of calls of an operation, in the environment addressed',
  request: { params, body: json(z.strictObject({ left: z.int().min(0).describe('How many calls are left.') })) },
  replies: { 200: reply.json(limitsReply) },
  example: { params: { caller: '347147753', operation: 'fileTransfer.overview' }, body: { left: 0 } },

  handle({ params: { caller, operation }, body }, { knobs, address, reply: answer }) {
    return answer(200, knobs.limits.set(address.environment, caller, anyName(operation), body.left))
  },
})

const refillLimits = defineControl({
  id: 'control.refillLimits',
  method: 'DELETE',
  path: '/_standin/limits',
  world: 'made',
  summary: 'Give every caller all of its calls again, in both environments',
  request: {},
  replies: { 204: reply.empty() },

  handle(_, { knobs, reply: answer }) {
    knobs.limits.refill()
    return answer(204, undefined)
  },
})

export const limitsRows = [listLimits, setLimit, refillLimits] as const
