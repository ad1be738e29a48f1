/** The records of resumable uploads as they are written. */
import { z } from 'zod'
import { contentId, count, defineForm, md5, ordinal, time } from '../../../world/record-form.ts'
import { resumableUploads } from './resumable-upload.ts'

const part = z.strictObject({
  fileTransferId: z.guid(),
  partialId: z.string().describe('Empty for a whole file.'),
  upload: ordinal,
  length: count,
  concat: z.string().optional(),
  offset: count,
  content: z
    .strictObject({
      id: contentId,
      size: count,
      md5: md5.optional().describe('Of the bytes so far.'),
      search: z.strictObject({ found: z.boolean(), tail: z.string() }).optional().describe('The state of the malware search.'),
    })
    .optional(),
  active: time,
  held: z.literal(true).optional().describe('Set when it is complete and its client must ask once more.'),
})

export const uploadForm = defineForm(resumableUploads, {
  list: 'resumableUploads',
  summary: 'The resumable uploads that have begun.',
  schema: part.extend({ parts: z.array(part).optional().describe('The parts to put together, in order; absent afterwards.') }),
  // 2: content may have an MD5. 3: a complete upload may be held. 4: each upload by itself, not all of a transfer together.
  upgrades: [(uploads) => uploads, (uploads) => uploads, (uploads) => uploads],
})
