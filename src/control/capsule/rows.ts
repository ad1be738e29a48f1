/** Control rows for recording capsules. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'

export const capsuleReply = z.object({
  recording: z.boolean().describe('True while a capsule is being recorded.'),
  calls: z.int().describe('The number of recorded calls: all calls to the service, and control calls that change something.'),
  controlCalls: z.int().describe('The number of recorded calls to control rows.'),
  world: z.string().nullable().describe('The only world that is recorded; null for every world.'),
  lastMinutes: z
    .number()
    .nullable()
    .describe('The number of past minutes that are always recorded in case of a bug in Standin; null if none.'),
  file: z
    .string()
    .nullable()
    .describe("The file on the server's machine to which the capsule is written; null if it must be read with GET."),
  incomplete: z.string().nullable().describe('Why recording stopped early, such as a full disk; null if the capsule is complete.'),
})

export type CapsuleReply = z.output<typeof capsuleReply>

/** Loaded on first use. */
const recordings = () => import('../recordings.ts')

const request = z.strictObject({
  record: z
    .boolean()
    .describe('`true` starts a recording, and `false` stops it. After that, read the capsule with `GET /_standin/capsule`.'),
  all: z.boolean().optional().describe('True to record the calls of every world. Default: only this world.'),
})

const recordCapsule = defineControl('control.recordCapsule', 'POST /_standin/capsule', {
  world: 'named',
  recorded: false,
  summary: "Start or stop recording a capsule: the world's current state, and every call from now on",
  request: { body: { kind: 'json', schema: request } },
  replies: { 200: reply.json(capsuleReply) },
  example: { body: { record: true } },

  async handle({ body: { record, all } }, { simulator, address, reply: answer }) {
    const { beginRecording, endRecording } = await recordings()
    return answer(200, record ? await beginRecording(simulator, all ? {} : { world: address.world }) : await endRecording(simulator))
  },
})

const readCapsule = defineControl('control.readCapsule', 'GET /_standin/capsule', {
  world: 'named',
  summary: 'The last recorded capsule, as a gzipped file of JSON lines',
  replies: { 200: reply.bytes() },

  handle: async (_, { simulator, reply: answer }) => answer(200, (await recordings()).savedCapsule(simulator)),
})

const showCapsule = defineControl('control.showCapsule', 'GET /_standin/capsule/recording', {
  world: 'named',
  summary: "The recording's state",
  replies: { 200: reply.json(capsuleReply) },

  handle: async (_, { simulator, reply: answer }) => answer(200, (await recordings()).stateOf(simulator)),
})

export const capsuleRows = [recordCapsule, readCapsule, showCapsule] as const
