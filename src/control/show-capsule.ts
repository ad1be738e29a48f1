/** Shows whether a capsule is being recorded. */
import { capsuleReply } from '../control-replies/capsule.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const showCapsule = defineControl({
  id: 'control.showCapsule',
  summary: 'Whether a capsule is being recorded, and of what',
  request: {},
  replies: { 200: reply.json(capsuleReply) },

  async handle(_, { simulator, reply: answer }) {
    const { stateOf } = await import('../capsule/recordings.ts')
    return answer(200, stateOf(simulator))
  },
})
