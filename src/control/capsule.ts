/** Records what happens in a world as a capsule. */
import { z } from 'zod'
import { capsuleReply } from '../control-replies/capsule.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const request = z.strictObject({
  record: z.boolean().describe('`true` begins a capsule, `false` ends it. Then read it with `GET /_standin/capsule`.'),
  all: z.boolean().optional().describe('Whether it has the calls of every world; those of this world when absent.'),
})

const recordCapsule = defineControl({
  id: 'control.recordCapsule',
  method: 'POST',
  path: '/_standin/capsule',
  world: 'named',
  recorded: false,
  summary: 'Record a capsule of the world: its state now, and every call from now on. Or end the recording',
  request: { body: { kind: 'json', schema: request } },
  replies: { 200: reply.json(capsuleReply) },
  example: { body: { record: true } },

  async handle({ body: { record, all } }, { simulator, address, reply: answer }) {
    const { beginRecording, endRecording } = await import('../record/capsule/recordings.ts')
    return answer(200, record ? await beginRecording(simulator, all ? {} : { world: address.world }) : await endRecording(simulator))
  },
})

const readCapsule = defineControl({
  id: 'control.readCapsule',
  method: 'GET',
  path: '/_standin/capsule',
  world: 'named',
  summary: 'The capsule that was recorded last, as a gzipped file of JSON lines',
  request: {},
  replies: { 200: reply.bytes() },

  async handle(_, { simulator, reply: answer }) {
    const { savedCapsule } = await import('../record/capsule/recordings.ts')
    return answer(200, savedCapsule(simulator))
  },
})

const showCapsule = defineControl({
  id: 'control.showCapsule',
  method: 'GET',
  path: '/_standin/capsule/recording',
  world: 'named',
  summary: 'Whether a capsule is being recorded, and of what',
  request: {},
  replies: { 200: reply.json(capsuleReply) },

  async handle(_, { simulator, reply: answer }) {
    const { stateOf } = await import('../record/capsule/recordings.ts')
    return answer(200, stateOf(simulator))
  },
})

export const capsuleRows = [recordCapsule, readCapsule, showCapsule] as const
