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
  request: {
    params: z.object({
      id: z
        .string()
        .min(1)
        .max(300)
        .describe('A call, trace, order, idempotencyId, shipment, file transfer, recipient, event or delivery.'),
    }),
    query: z.object(pageQuery),
  },
  replies: { 200: reply.json(storyReply) },
  example: { params: { id: '17' } },
  command: {
    group: { name: 'journal' },
    name: 'story',
    summary: 'Tell what happened to a call, a record or a recipient, and because of it',
    examples: [['standin journal story case-1', 'What became of the order with this idempotencyId']],
    list: 'story',
    columns: [
      ['', '{at}'],
      ['', '{kind}'],
      ['', '{id}'],
      ['', '{what}'],
      ['', '{status}[{!status}-]', 'status'],
      ['', '[by {causedBy}]'],
      ['', '{why}'],
    ],
  },

  handle: ({ params, query }, { knobs, reply: answer }) => answer(200, knobs.story.of(params.id, pageIn(query))),
})

export const storyRows = [showStory] as const
