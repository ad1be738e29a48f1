/** The replies about the clock of a world. */
import { z } from 'zod'
import { environmentNames } from '../state/agenda.ts'

/** What one job did. `id` names the record that the job worked on; other members are facts about it. */
const happening = z.looseObject({ at: z.iso.datetime(), what: z.string(), id: z.string().optional() })

/** `happened` lists the first happenings in order; `counts` counts all of them by job. */
export const accountReply = z.object({
  now: z.iso.datetime(),
  happened: z.array(happening),
  total: z.int(),
  counts: z.record(z.string(), z.int()),
})

export type Account = z.output<typeof accountReply>

export const booking = z.object({
  at: z.iso.datetime(),
  what: z.string(),
  environment: z.enum(environmentNames),
  cause: z.string(),
  data: z.record(z.string(), z.unknown()),
})

/** `speed`: world seconds per real second. `pending` lists the next 100 bookings; `total` counts all of them. */
export const clockReply = z.object({
  now: z.iso.datetime(),
  mode: z.enum(['real', 'frozen']),
  speed: z.number(),
  pace: z.string(),
  next: z.iso.datetime().nullable(),
  pending: z.array(booking),
  total: z.int(),
})

export type ClockReply = z.output<typeof clockReply>
