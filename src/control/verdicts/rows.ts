/** Control rows for verdicts on how clients behave. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { callerOrganization } from '../callers/rows.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

const callerVerdict = z.object({
  caller: z.string().describe('A client id, an organization number or code, or `anonymous` for calls without a trusted token.'),
  verdict: z
    .enum(['good', 'bad', 'advice', 'not-exercised'])
    .describe('`not-exercised`: the caller was never in that situation, so there is no evidence.'),
  calls: z.array(z.string()).describe('The ids of the journal lines that support the verdict, up to 20.'),
  exercise: z.array(z.string()).describe('Scenarios that would put the caller in that situation.'),
})

/** Source: decisions §12. */
const verdict = z.object({
  id: z.string().describe("The verdict's name."),
  sentence: z.string().describe('What a good client does.'),
  severity: z.enum(['bad', 'advice']).describe('The verdict on a client that breaks this rule.'),
  source: z.string().describe('The section in the reference that requires this, or a reason.'),
  guidance: z.string().describe('What to change in the client.'),
  callers: z.array(callerVerdict).describe('Every caller with its verdict.'),
})

export const verdictsReply = z.object({
  verdicts: z.array(verdict).describe('The verdicts, in table order.'),
  ...pageReply,
  callers: z
    .array(
      z.object({
        caller: z.string().describe('The caller, as in the verdicts.'),
        ...callerOrganization,
        calls: z.int().describe("The number of the caller's calls that were judged."),
      }),
    )
    .describe('The callers that were judged, with their organizations.'),
  watched: z.boolean().describe('True if the world is being watched. Otherwise, only lines that are still in the journal are judged.'),
  missing: z
    .array(z.string())
    .describe('Reasons why verdicts may be uncertain: lines that the journal dropped, or bodies that it does not store.'),
  unmet: z.array(z.string()).describe('Scenarios that were on, but that no call or job encountered.'),
  ours: z
    .array(z.object({ call: z.string().describe('The journal line.'), why: z.string().describe('The problem with the reply.') }))
    .describe("Replies from Standin that do not match its OpenAPI document. They are never a client's fault."),
  repeated: z
    .array(
      z.object({
        caller: z.string().describe('The caller.'),
        calls: z.array(z.string()).describe('The ids of the retried calls, up to 20.'),
      }),
    )
    .describe("Calls that a caller's HTTP library probably retried on its own, milliseconds after a connection dropped."),
})

export type VerdictsReply = z.output<typeof verdictsReply>

export const watchedReply = verdictsReply.pick({ watched: true })

const listVerdicts = defineControl('control.listVerdicts', 'GET /_standin/verdicts', {
  summary: 'Verdicts on how each caller behaved, with the calls that support them',
  request: {
    query: z.object({
      caller: z.string().optional().describe('Only this caller: a client id or an organization number.'),
      set: z.string().optional().describe('Only the verdicts in this set, such as 2026-11. Default: every verdict.'),
      ...pageQuery,
    }),
  },
  replies: { 200: reply.json(verdictsReply) },
  example: { query: { set: '2026-11' } },

  handle: async ({ query: { caller, set, ...page } }, { knobs, reply: answer }) =>
    answer(200, await knobs.verdicts({ caller, set, ...pageIn(page) })),
})

const startVerdicts = defineControl('control.startVerdicts', 'PUT /_standin/verdicts', {
  world: 'made',
  summary: 'Start watching the world for verdicts, so that each call is judged before the journal drops it',
  replies: { 200: reply.json(watchedReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.verdicts.start()),
})

const endVerdicts = defineControl('control.endVerdicts', 'DELETE /_standin/verdicts', {
  summary: 'Stop watching the world for verdicts and discard the findings',
  replies: { 200: reply.json(watchedReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.verdicts.end()),
})

export const verdictsRows = [listVerdicts, startVerdicts, endVerdicts] as const
