/** Replies a document of everything in the world. */
import { z } from 'zod'
import { snapshotOutline } from '../control-replies/snapshot/outline.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const most = 64 * 2 ** 20

export const takeSnapshot = defineControl({
  id: 'control.takeSnapshot',
  summary: 'A document of everything in the world, from which a world can be restored',
  request: {
    query: z.object({
      journal: z.enum(['true', 'false']).optional().describe('Whether the document has the journal too; false when absent.'),
      inline: z
        .string()
        .refine((text) => /^\d{1,8}$/.test(text) && Number(text) <= most, {
          error: 'is not a number of bytes',
          params: { choices: [`0 to ${most}`] },
        })
        .meta({ type: 'integer', minimum: 0, maximum: most })
        .optional()
        .describe('Bytes of the largest file whose content lies in the document itself; 65536 when absent.'),
    }),
  },
  whileClosed: true,
  replies: { 200: reply.json(snapshotOutline) },
  example: { query: { journal: 'true' } },

  async handle({ query: { journal, inline } }, { knobs, reply: answer }) {
    return answer(200, await knobs.snapshot({ journal: journal === 'true', ...(inline !== undefined && { inline: Number(inline) }) }))
  },
})
