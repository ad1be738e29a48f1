/** Replies the capsule that was recorded last. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const readCapsule = defineControl({
  id: 'control.readCapsule',
  summary: 'The capsule that was recorded last, as a gzipped file of JSON lines',
  request: {},
  replies: { 200: reply.bytes() },

  async handle(_, { simulator, reply: answer }) {
    const { savedCapsule } = await import('../capsule/recordings.ts')
    return answer(200, savedCapsule(simulator))
  },
})
