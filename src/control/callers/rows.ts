/** Control rows for callers with their own limits. */
import { z } from 'zod'
import { callerLimits } from '../../service/areas/fixtures.ts'
import { json, reply } from '../../service/wire/row.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

export const callerOrganization = {
  orgNo: z.string().nullable().describe("The caller's organization number; null if unknown."),
  name: z.string().nullable().describe("The organization's name in the register; null if unknown."),
}

export type CallerOrganization = z.output<z.ZodObject<typeof callerOrganization>>

/** Operations without a limit of their own have the default limit. */
export const callerReply = z.object({
  caller: z.string().describe('A client id or an organization number.'),
  limits: callerLimits.describe('The limits in calls per minute, by operation.'),
})

export type Caller = z.output<typeof callerReply>

/** Source: decisions §12. */
export const callersReply = z.object({ callers: z.array(callerReply).describe('The callers with their own limits.'), ...pageReply })

const group = { name: 'callers', summary: 'List and change callers with their own rate limits' } as const

const inLines = {
  lines: 'limits',
  columns: [
    ['CALLER', '{caller}'],
    ['OPERATION', '{#}'],
    ['LIMIT', '{limits}'],
  ],
} as const

const listCallers = defineControl('control.listCallers', 'GET /_standin/callers', {
  summary: 'Callers with their own rate limits',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(callersReply) },
  command: { group, name: 'list', summary: 'List callers with their own rate limits', byDefault: true, list: 'callers', ...inLines },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.callers.list(pageIn(query))),
})

const byCaller = z.object({ caller: z.string().min(1).describe('A client id or an organization number.') })

/** Source: decisions §4, §12. */
const putCaller = defineControl('control.putCaller', 'PUT /_standin/callers/{caller}', {
  world: 'made',
  summary: "Set a caller's rate limits, replacing any previous limits",
  request: {
    params: byCaller,
    body: json(
      z.strictObject({
        limits: callerLimits.describe('Calls per minute by operation, such as fileTransfer.search=600,fileTransfer.details=120.'),
      }),
    ),
  },
  replies: { 200: reply.json(callerReply) },
  example: { params: { caller: '347147753' }, body: { limits: { 'fileTransfer.search': 600 } } },
  command: {
    group,
    name: 'put',
    words: ['caller', 'limits'],
    examples: [['standin callers put 347147753 fileTransfer.search=600', 'This organization may search 600 times a minute']],
    ...inLines,
  },

  handle: ({ params, body }, { knobs, reply: answer }) => answer(200, knobs.callers.put(params.caller, body.limits)),
})

const removeCaller = defineControl('control.removeCaller', 'DELETE /_standin/callers/{caller}', {
  summary: "Restore a caller's default rate limits",
  request: { params: byCaller },
  example: { params: { caller: '347147753' } },
  command: { group, name: 'remove', said: '{caller} has the default limits again.' },

  handle: ({ params }, { knobs, done }) => done(knobs.callers.remove(params.caller)),
})

export const callersRows = [listCallers, putCaller, removeCaller] as const
