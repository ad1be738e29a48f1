/** Shows the newest exploration that was reported. */
import { explorationReply } from '../control-replies/exploration.ts'
import { reply } from '../wire/row.ts'
import { explorationOf } from './kept-exploration.ts'
import { defineControl } from './row.ts'

export const showExploration = defineControl({
  id: 'control.showExploration',
  summary: 'The newest exploration that was reported: how far it is, and what it found',
  request: {},
  replies: { 200: reply.json(explorationReply) },

  handle: (_, { simulator, reply: answer }) => answer(200, explorationOf(simulator)),
})
