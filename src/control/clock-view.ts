/** The clock as it is shown. */
import { z } from 'zod'
import type { Booking } from '../state/agenda.ts'
import type { World } from '../state/world.ts'
import { zulu } from '../wire/values/timestamp.ts'

/** So many bookings are shown. */
const shown = 100

const booking = z.object({
  at: z.iso.datetime(),
  what: z.string(),
  environment: z.enum(['test', 'production']),
  cause: z.string(),
  data: z.record(z.string(), z.unknown()),
})

/** `total` counts what is pending. */
export const clockReply = z.object({
  now: z.iso.datetime(),
  mode: z.enum(['real', 'frozen']),
  speed: z.number(),
  pace: z.string(),
  next: z.iso.datetime().nullable(),
  pending: z.array(booking),
  total: z.int(),
})

export function clockView({ clock, settings }: World): z.output<typeof clockReply> {
  const next = clock.agenda.next()
  return {
    now: zulu(clock.now()),
    mode: clock.mode,
    speed: clock.speed,
    pace: settings.pace,
    next: next ? zulu(next.at) : null,
    pending: clock.agenda.list().slice(0, shown).map(showBooking),
    total: clock.agenda.size,
  }
}

const showBooking = ({ at, job, environment, cause, data }: Booking): z.output<typeof booking> => ({
  at: zulu(at),
  what: job,
  environment,
  cause,
  data: { ...data },
})
