/** Shows what happened by itself, and what is booked. */
import { z } from 'zod'
import { timelineReply } from '../control-replies/story.ts'
import { timelineFilter } from '../knobs/timeline.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const showTimeline = defineControl({
  id: 'control.showTimeline',
  summary: 'The jobs that ran and those that are booked, in the order of time',
  request: { query: z.object({ ...timelineFilter().shape, ...pageQuery }) },
  replies: { 200: reply.json(timelineReply) },
  example: { query: { from: '2026-06-01T00:00:00Z', to: '2026-07-01T00:00:00Z' } },

  handle: ({ query: { limit, after, ...filter } }, { knobs, reply: answer }) =>
    answer(200, knobs.timeline.show(filter, pageIn({ limit, after }))),
})
