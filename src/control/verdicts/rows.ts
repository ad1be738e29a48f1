/** Verdicts on how clients behave. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { callerOrganization } from '../callers/rows.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

const callerVerdict = z.object({
  caller: z.string().describe('A client id, an organization number or code, or `anonymous`: calls without a token that is trusted.'),
  verdict: z
    .enum(['good', 'bad', 'advice', 'not-exercised'])
    .describe('`not-exercised`: the caller never met the circumstance, so it shows nothing.'),
  calls: z.array(z.string()).describe('The journal lines that show it; at most 20.'),
  exercise: z.array(z.string()).describe('Scenarios in which the caller would meet the circumstance.'),
})

/** Source: decisions §12. */
const verdict = z.object({
  id: z.string().describe('The name of the verdict.'),
  sentence: z.string().describe('What a good client does.'),
  severity: z.enum(['bad', 'advice']).describe('What a client is that does otherwise.'),
  source: z.string().describe('The section of the reference that asks for it, or a reason.'),
  guidance: z.string().describe('What to change in the client.'),
  callers: z.array(callerVerdict).describe('Every caller, each with its verdict.'),
})

export const verdictsReply = z.object({
  verdicts: z.array(verdict).describe('In the order of their table.'),
  ...pageReply,
  callers: z
    .array(
      z.object({
        caller: z.string().describe('As in the verdicts.'),
        ...callerOrganization,
        calls: z.int().describe('How many calls of it were judged.'),
      }),
    )
    .describe('Who was judged, with the organization of each.'),
  watched: z.boolean().describe('Whether the world is watched. False: only the lines that the journal still has are judged.'),
  missing: z.array(z.string()).describe('What keeps verdicts from being certain: lines that are gone, bodies that are not kept.'),
  unmet: z.array(z.string()).describe('Scenarios that were switched on and that no call and no job met.'),
  ours: z
    .array(z.object({ call: z.string().describe('The journal line.'), why: z.string().describe('What is wrong with the reply.') }))
    .describe('Replies of Standin that break its own document. They are never the fault of a client.'),
  repeated: z
    .array(z.object({ caller: z.string().describe('The caller.'), calls: z.array(z.string()).describe('The repetitions; at most 20.') }))
    .describe('Calls that the HTTP library of a caller probably repeated by itself, milliseconds after a connection broke.'),
})

export type VerdictsReply = z.output<typeof verdictsReply>

/** Whether a world is watched. */
export const watchedReply = verdictsReply.pick({ watched: true })

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
