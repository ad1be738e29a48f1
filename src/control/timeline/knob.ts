/** Jobs that the service has run, and jobs that are booked. */
import type { z } from 'zod'
import { readTimestamp, zulu } from '../../service/wire/timestamp.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import { inOrder, tellBooking, tellLine } from '../story/entries.ts'
import type { TimelineFilter, timelineReply } from '../story/rows.ts'

export type Timeline = ReturnType<typeof createTimeline>

export function createTimeline(current: () => World) {
  return {
    /** Returns the jobs that are still in the journal, and the bookings, all in chronological order. */
    show({ from, to }: TimelineFilter = {}, page?: Page): z.output<typeof timelineReply> {
      const { journal, clock } = current()
      const [first, end] = [timeOf(from, Number.NEGATIVE_INFINITY), timeOf(to, Number.POSITIVE_INFINITY)]
      const isWithin = ({ at }: { readonly at: number }) => at >= first && at < end
      const told = [...journal.jobs.list().filter(isWithin).map(tellLine), ...clock.agenda.list().filter(isWithin).map(tellBooking)]
      const shown = pageOf('timeline', inOrder(told), page, ({ kind, id }) => `${kind}/${id}`)
      return { now: zulu(clock.now()), ...shown, dropped: journal.jobs.dropped }
    },
  }
}

const timeOf = (text: string | undefined, absent: number) => (text === undefined ? absent : (readTimestamp(text)?.at ?? absent))
