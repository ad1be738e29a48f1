/** The rate limits of callers. */
import { z } from 'zod'
import { anyName } from '../../service/wire/any-name.ts'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { callerOrganization } from '../callers/rows.ts'
import type { Column } from '../command.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

/** `caller` is what calls are counted by: a client id, an organization number or a subscription key. */
const callerLimit = z.object({
  caller: z.string().describe('A client id or an organization number.'),
  ...callerOrganization,
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  operation: z.string().describe('An operation with a limit, such as fileTransfer.search.'),
  limit: z.int().describe('How many calls a minute.'),
  left: z.int().describe('How many calls are left.'),
  resetsAt: z.iso
    .datetime()
    .describe('When a caller with nothing left has one call again; for another caller, when it has the full limit again.'),
})

export type CallerLimit = z.output<typeof callerLimit>

/** Source: decisions §12. */
export const limitsReply = z.object({ limits: z.array(callerLimit).describe('The limits of each caller.'), ...pageReply })

export type LimitsReply = z.output<typeof limitsReply>

const group = { name: 'limits', summary: 'List rate limits, exhaust them, and refill them' } as const

const columns = [
  ['ORGANIZATION', '{name|orgNo}'],
  ['CALLER', '{caller}'],
  ['ENVIRONMENT', '{environment}'],
  ['OPERATION', '{operation}'],
  ['LIMIT', '{limit}'],
  ['LEFT', '{left}', { warning: '0' }],
  ['RESETS AT', '{resetsAt}'],
] as const satisfies readonly Column[]

const listLimits = defineControl({
  id: 'control.listLimits',
  method: 'GET',
  path: '/_standin/limits',
  summary: 'What callers of limited operations have left, in both environments',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(limitsReply) },
  command: {
    group,
    name: 'list',
    summary: 'List what each caller of a limited operation has left',
    byDefault: true,
    list: 'limits',
    columns,
  },

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
  command: {
    group,
    completes: { operation: 'operations' },
    name: 'put',
    also: ['set'],
    summary: 'Leave a caller a number of calls of an operation',
    fallbacks: { left: 0 },
    examples: [['standin limits put 347147753 fileTransfer.search', 'The next search of this organization is answered 429']],
    list: 'limits',
    columns,
  },

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
  command: {
    group,
    name: 'clear',
    also: ['refill'],
    summary: 'Give every caller all of its calls again',
    said: 'Every caller has all of its calls again.',
  },

  handle: (_, { knobs, done }) => done(knobs.limits.refill()),
})

export const limitsRows = [listLimits, setLimit, refillLimits] as const
