/** The replies about gates. */
import { z } from 'zod'
import { gatePlaces } from '../world/scenario.ts'

export const gateReply = z.object({
  operation: z.string().describe('The operation whose calls it stops.'),
  at: z.enum(gatePlaces).describe('Where it stops them: before their work, or after it and before the reply.'),
  standing: z.int().describe('How many calls stand there.'),
  calls: z
    .array(
      z.object({
        id: z.string().describe('The id of its line in the journal, which is there when the call has ended.'),
        method: z.string().describe('Its method.'),
        path: z.string().describe('Its path.'),
      }),
    )
    .describe('The calls that stand there, in the order of their arrival.'),
})

export const gatesReply = z.object({ gates: z.array(gateReply).describe('The gates that stand in the world.') })

export type GateReply = z.output<typeof gateReply>
