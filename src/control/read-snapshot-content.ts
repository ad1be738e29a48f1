/** Replies the bytes of a file that the last snapshot of the world named. */
import { z } from 'zod'
import { sha256 } from '../control-replies/snapshot/sha256.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const bySha256 = z.object({ sha256: sha256().describe('The SHA-256 of the bytes, in 64 lower-case hexadecimal digits.') })

export const readSnapshotContent = defineControl({
  id: 'control.readSnapshotContent',
  summary: 'The bytes of a file that the last snapshot of the world named',
  request: { params: bySha256 },
  whileClosed: true,
  replies: { 200: reply.bytes('content-length') },

  handle({ params }, { knobs, reply: answer }) {
    const { size, bytes } = knobs.snapshotContents.read(params.sha256)
    return answer(200, bytes, { 'content-length': String(size) })
  },
})
