/** Watches a world for verdicts from now on. */
import { watchedReply } from '../control-replies/verdicts.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const startVerdicts = defineControl({
  id: 'control.startVerdicts',
  summary: 'Watch the world for verdicts from now on, so that each call is judged before the journal drops it',
  request: {},
  replies: { 200: reply.json(watchedReply) },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.verdicts.start()),
})
