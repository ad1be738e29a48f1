/** The replies about the clock of a world. */
import { z } from 'zod'
import { environmentNames } from '../world/agenda.ts'

/** What one job did. `id` names the record that the job worked on; other members are facts about it. */
const happening = z.looseObject({
  at: z.iso.datetime().describe('When, on the clock of the world.'),
  what: z.string().describe('The name of the job, or what happened.'),
  id: z.string().optional().describe('What it happened to.'),
})

/** `happened` lists the first happenings in order; `counts` counts all of them by job. */
export const accountReply = z.object({
  now: z.iso.datetime().describe('The time of the world.'),
  happened: z.array(happening).describe('What happened, in the order of time.'),
  total: z.int().describe('How many there are in all.'),
  counts: z.record(z.string(), z.int()).describe('How often each thing happened.'),
})

export type Account = z.output<typeof accountReply>

export const booking = z.object({
  at: z.iso.datetime().describe('When, on the clock of the world.'),
  what: z.string().describe('The name of the job, or what happened.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  cause: z.string().describe('What booked it.'),
  data: z.record(z.string(), z.unknown()).describe('What the job works on.'),
})

/** `speed`: world seconds per real second. `pending` lists the next 100 bookings; `total` counts all of them. */
export const clockReply = z.object({
  now: z.iso.datetime().describe('The time of the world.'),
  mode: z.enum(['real', 'frozen']).describe('Whether the clock runs or stands.'),
  speed: z.number().describe('How fast the clock runs: 60 means that a minute passes in a second.'),
  pace: z.string().describe('How long the service takes for its steps.'),
  next: z.iso.datetime().nullable().describe('When the next thing comes due.'),
  pending: z.array(booking).describe('What is booked, the earliest first.'),
  total: z.int().describe('How many there are in all.'),
})

export type ClockReply = z.output<typeof clockReply>
