/** Watches a world for verdicts no longer. */
import { watchedReply } from '../control-replies/verdicts.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const endVerdicts = defineControl({
  id: 'control.endVerdicts',
  summary: 'Watch the world for verdicts no longer, and forget what was found',
  request: {},
  replies: { 200: reply.json(watchedReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.verdicts.end()),
})
