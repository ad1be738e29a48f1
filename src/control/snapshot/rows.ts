/** Control rows that take snapshots of a world and restore them. */
import { z } from 'zod'
import { sha256 } from '../../persistence/snapshot-contents.ts'
import { restoredReply, snapshotHead, snapshotOutline } from '../../persistence/snapshot-document.ts'
import { bytes, reply } from '../../service/wire/row.ts'
import { defineControl, numberOf } from '../rows/row.ts'

const takeSnapshot = defineControl('control.takeSnapshot', 'GET /_standin/snapshot', {
  summary: "The world's complete state as a document, from which the world can be restored",
  request: {
    query: z.object({
      journal: z.enum(['true', 'false']).optional().describe('True to include the journal. Default: false.'),
      inline: numberOf('bytes', 0, 64 * 2 ** 20)
        .optional()
        .describe('The maximum size in bytes of file content in the document itself. Default: 65536.'),
    }),
  },
  replies: { 200: reply.json(snapshotOutline) },
  example: { query: { journal: 'true' } },

  async handle({ query: { journal, inline } }, { knobs, reply: answer }) {
    return answer(200, await knobs.snapshot({ journal: journal === 'true', ...(inline !== undefined && { inline: Number(inline) }) }))
  },
})

/** In bytes. Longer text cannot be parsed in one piece. */
const limit = 256 * 2 ** 20

const restoreSnapshot = defineControl('control.restoreSnapshot', 'PUT /_standin/snapshot', {
  world: 'made',
  summary: "Replace this world with the one in a snapshot, keeping this world's name",
  request: { body: { kind: 'json', schema: snapshotHead, limit } },
  replies: { 200: reply.json(restoredReply) },
  example: { body: { format: 'standin-snapshot', version: 2 } },
  replacesWorld: true,
  isDestructive: true,

  handle: async ({ body }, { knobs, reply: answer }) => answer(200, await knobs.restore(body)),
})

const bySha256 = z.object({ sha256: sha256().describe('The SHA-256 of the bytes, as 64 lowercase hexadecimal digits.') })

const readSnapshotContent = defineControl('control.readSnapshotContent', 'GET /_standin/snapshot/contents/{sha256}', {
  summary: "A file's bytes, if the world's last snapshot refers to them",
  request: { params: bySha256 },
  replies: { 200: reply.bytes('content-length') },

  handle({ params }, { knobs, reply: answer }) {
    const { size, bytes } = knobs.snapshotContents.read(params.sha256)
    return answer(200, bytes, { 'content-length': String(size) })
  },
})

const putSnapshotContent = defineControl('control.putSnapshotContent', 'PUT /_standin/snapshot/contents/{sha256}', {
  world: 'made',
  summary: "Send a file's bytes for a snapshot that will be restored later. They are stored for the lifetime of the world",
  request: { params: bySha256, body: bytes() },

  handle: ({ params, body }, { knobs, done }) => done(knobs.snapshotContents.put(params.sha256, body?.chunks() ?? new Uint8Array())),
})

export const snapshotRows = [takeSnapshot, restoreSnapshot, readSnapshotContent, putSnapshotContent] as const
