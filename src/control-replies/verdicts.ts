/** The reply about verdicts on clients. */
import { z } from 'zod'
import { callerOrganization } from './caller-organization.ts'
import { pageReply } from './page.ts'

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
