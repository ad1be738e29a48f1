/** Tells what happened to a record, a call or a name. */
import { z } from 'zod'
import { storyReply } from '../control-replies/story.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const showStory = defineControl({
  id: 'control.showStory',
  method: 'GET',
  path: '/_standin/story/{id}',
  summary:
    'Everything that belongs to an id or a name, in the order of time: a call, a trace, an order, an idempotencyId, a shipment, a file transfer, a recipient, an event or a delivery',
  request: { params: z.object({ id: z.string().min(1).max(300).describe('The id or the name.') }), query: z.object(pageQuery) },
  replies: { 200: reply.json(storyReply) },
  example: { params: { id: '17' } },

  handle: ({ params, query }, { knobs, reply: answer }) => answer(200, knobs.story.of(params.id, pageIn(query))),
})

export const storyRows = [showStory] as const
