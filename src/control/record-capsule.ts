/** Begins to record a capsule, or ends the one that is recorded. */
import { z } from 'zod'
import { capsuleReply } from '../control-replies/capsule.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const request = z.strictObject({
  record: z.boolean().describe('`true` begins a capsule, `false` ends it. Then read it with `GET /_standin/capsule`.'),
  all: z.boolean().optional().describe('Whether it has the calls of every world; those of this world when absent.'),
})

export const recordCapsule = defineControl({
  id: 'control.recordCapsule',
  summary: 'Record a capsule of the world: its state now, and every call from now on. Or end the recording',
  request: { body: { kind: 'json', schema: request } },
  replies: { 200: reply.json(capsuleReply) },
  example: { body: { record: true } },

  async handle({ body: { record, all } }, { simulator, address, reply: answer }) {
    const { beginRecording, endRecording } = await import('../capsule/recordings.ts')
    return answer(200, record ? await beginRecording(simulator, all ? {} : { world: address.world }) : await endRecording(simulator))
  },
})
