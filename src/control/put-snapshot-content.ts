/** Takes the bytes of a file for a snapshot that is restored afterwards. */
import { bytes, reply } from '../wire/row.ts'
import { bySha256 } from './read-snapshot-content.ts'
import { defineControl } from './row.ts'

export const putSnapshotContent = defineControl({
  id: 'control.putSnapshotContent',
  summary: 'Send the bytes of a file for a snapshot that is restored afterwards. They wait until the world ends',
  request: { params: bySha256, body: bytes() },
  whileClosed: true,
  replies: { 204: reply.empty() },

  async handle({ params, body }, { knobs, reply: answer }) {
    await knobs.snapshotContents.put(params.sha256, body?.chunks() ?? new Uint8Array())
    return answer(204, undefined)
  },
})
