/** Control rows for rate limits. */
import { z } from 'zod'
import { anyName } from '../../service/wire/misuse.ts'
import { json, reply } from '../../service/wire/row.ts'
import { environmentNames } from '../../service/world/records.ts'
import { callerOrganization } from '../callers/rows.ts'
import type { Column } from '../command.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

const callerLimit = z.object({
  caller: z.string().describe('A client id, an organization number or a subscription key.'),
  ...callerOrganization,
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  operation: z.string().describe('An operation with a limit, such as fileTransfer.search.'),
  limit: z.int().describe('The limit in calls per minute.'),
  left: z.int().describe('The number of remaining calls.'),
  resetsAt: z.iso
    .datetime()
    .describe('If no calls remain, when the next call is possible; otherwise, when the full limit is available again.'),
})

export type CallerLimit = z.output<typeof callerLimit>

/** Source: decisions §12. */
export const limitsReply = z.object({ limits: z.array(callerLimit).describe("Each caller's limits."), ...pageReply })

export type LimitsReply = z.output<typeof limitsReply>

const group = { name: 'limits', summary: 'List, exhaust and refill rate limits' } as const

const columns = [
  ['ORGANIZATION', '{name|orgNo}'],
  ['CALLER', '{caller}'],
  ['ENVIRONMENT', '{environment}'],
  ['OPERATION', '{operation}'],
  ['LIMIT', '{limit}'],
  ['LEFT', '{left}', { warning: '0' }],
  ['RESETS AT', '{resetsAt}'],
] as const satisfies readonly Column[]

const listLimits = defineControl('control.listLimits', 'GET /_standin/limits', {
  summary: 'The remaining calls to limited operations, by caller, in both environments',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(limitsReply) },
  command: {
    group,
    name: 'list',
    summary: "List each caller's remaining calls to limited operations",
    byDefault: true,
    list: 'limits',
    columns,
  },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.limits.list(pageIn(query))),
})

const setLimit = defineControl('control.setLimit', 'PUT /_standin/limits/{caller}/{operation}', {
  world: 'made',
  summary: "Set a caller's remaining calls to an operation, in this environment",
  request: {
    params: z.object({
      caller: z.string().describe('A client id or an organization number.'),
      operation: z.string().describe('An operation with a limit, such as fileTransfer.search.'),
    }),
    body: json(z.strictObject({ left: z.int().min(0).describe('The number of remaining calls.') })),
  },
  replies: { 200: reply.json(limitsReply) },
  example: { params: { caller: '347147753', operation: 'fileTransfer.overview' }, body: { left: 0 } },
  command: {
    group,
    completes: { operation: 'operations' },
    name: 'put',
    also: ['set'],
    summary: "Set a caller's remaining calls to an operation",
    fallbacks: { left: 0 },
    examples: [['standin limits put 347147753 fileTransfer.search', "This organization's next search gets a 429"]],
    list: 'limits',
    columns,
  },

  handle({ params: { caller, operation }, body }, { knobs, address, reply: answer }) {
    return answer(200, knobs.limits.set(address.environment, caller, anyName(operation), body.left))
  },
})

const refillLimits = defineControl('control.refillLimits', 'DELETE /_standin/limits', {
  world: 'made',
  summary: "Restore every caller's full limits, in both environments",
  command: {
    group,
    name: 'clear',
    also: ['refill'],
    summary: "Restore every caller's full limits",
    said: "Restored every caller's limits.",
  },

  handle: (_, { knobs, done }) => done(knobs.limits.refill()),
})

export const limitsRows = [listLimits, setLimit, refillLimits] as const
