/** The reply about the recording of a capsule. */
import { z } from 'zod'

export const capsuleReply = z.object({
  recording: z.boolean().describe('Whether a capsule is being recorded.'),
  calls: z.int().describe('How many calls the capsule has: those of the service, and those of control rows that change something.'),
  controlCalls: z.int().describe('How many of these calls were to control rows.'),
  world: z.string().nullable().describe('The only world that it has; null: every world.'),
  lastMinutes: z.number().nullable().describe('How many minutes are always kept, for a defect of Standin; null: none.'),
  file: z.string().nullable().describe('The file on the machine of the server into which it goes; null: read it with GET.'),
  incomplete: z
    .string()
    .nullable()
    .describe('Why nothing more is stored, such as a full disk: the capsule has only what came before; null: it is whole.'),
})

export type CapsuleReply = z.output<typeof capsuleReply>
