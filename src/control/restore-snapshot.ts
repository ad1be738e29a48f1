/** Puts the world of a snapshot in the place of this one. */
import { restoredReply, snapshotHead } from '../control-replies/snapshot/document.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

/** Bytes. A text of more characters than this cannot be read at once. */
const limit = 256 * 2 ** 20

export const restoreSnapshot = defineControl({
  id: 'control.restoreSnapshot',
  summary: 'Put the world of a snapshot in the place of this one, under its name',
  request: { body: { kind: 'json', schema: snapshotHead, limit } },
  whileClosed: true,
  replies: { 200: reply.json(restoredReply) },
  example: { body: { format: 'standin-snapshot', version: 1 } },
  replacesWorld: true,
  isDestructive: true,

  async handle({ body }, { knobs, reply: answer }) {
    return answer(200, await knobs.restore(body))
  },
})
