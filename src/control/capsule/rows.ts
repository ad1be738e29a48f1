/** Records what happens in a world as a capsule. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'

export const capsuleReply = z.object({
  recording: z.boolean().describe('Whether a capsule is being recorded.'),
  calls: z.int().describe('How many calls the capsule has: those of the service, and those of control rows that change something.'),
  controlCalls: z.int().describe('How many of these calls were to control rows.'),
  world: z.string().nullable().describe('The only world that it has; null: every world.'),
  lastMinutes: z.number().nullable().describe('How many minutes are always kept, for a defect of Standin; null: none.'),
  file: z.string().nullable().describe('The file on the machine of the server into which it goes; null: read it with GET.'),
  incomplete: z
    .string()
    .nullable()
    .describe('Why nothing more is stored, such as a full disk: the capsule has only what came before; null: it is whole.'),
})

export type CapsuleReply = z.output<typeof capsuleReply>

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
    const { beginRecording, endRecording } = await import('../recordings.ts')
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
    const { savedCapsule } = await import('../recordings.ts')
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
    const { stateOf } = await import('../recordings.ts')
    return answer(200, stateOf(simulator))
  },
})

export const capsuleRows = [recordCapsule, readCapsule, showCapsule] as const
