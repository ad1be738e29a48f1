/** The stored formats of file transfers and resumable uploads. */
import { z } from 'zod'
import { contentId, count, defineForm, md5, ordinal, time } from '../../world/record-form.ts'
import { fileTransfers } from './records/file-transfers.ts'
import { resumableUploads } from './records/transfer.ts'
import { recipientStatusNames, statusNames } from './wire.ts'

/** Generated content is not stored: its id contains its seed and size. */
const generatedId = z.string().regex(/^generated-(?:0|-?[1-9]\d{0,15})-(?:0|[1-9]\d{0,15})$/, 'is not a content id')

const move = z.strictObject({ status: z.enum(statusNames), text: z.string().optional(), at: time })

export const fileTransferForm = defineForm(fileTransfers, {
  list: 'fileTransfers',
  summary: 'The file transfers.',
  schema: z.strictObject({
    id: z.guid(),
    created: time,
    expires: time,
    resourceId: z.string(),
    fileName: z.string(),
    sendersFileTransferReference: z.string(),
    sender: z.string(),
    base: z.string().optional().describe('The service base URL that the sender used.'),
    propertyList: z.record(z.string(), z.string()),
    virusScan: z.boolean(),
    expectedChecksum: z.string().nullable(),
    checksum: z.string().nullable(),
    uploads: count,
    users: z
      .record(z.string(), time)
      .optional()
      .describe('When each caller last used a resumable upload, keyed by session and organization.'),
    givenUp: z.literal(true).optional().describe('Set if the resumable upload was terminated, until a new upload starts.'),
    content: z
      .strictObject({
        id: z.union([contentId, generatedId], { error: 'is not a content id' }),
        size: count.describe('Bytes.'),
        md5: md5.nullable().describe('Null for generated content.'),
        malware: z.boolean(),
      })
      .nullable(),
    lostSize: count.optional().describe('The size in bytes of a file that was rejected because of its checksum.'),
    moves: z.tuple([move]).rest(move),
    recipients: z.array(z.string()),
    recipientMoves: z.array(z.strictObject({ recipient: z.string(), status: z.enum(recipientStatusNames), at: time })),
  }),
  // Version 2 adds optional `users`, `lostSize` and `givenUp`. Version 3 adds `base`.
  upgrades: [(transfer) => transfer, (transfer) => transfer],
})

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
      md5: md5.optional().describe('The MD5 of the bytes received so far.'),
      search: z.strictObject({ found: z.boolean(), tail: z.string() }).optional().describe('The state of the malware search.'),
    })
    .optional(),
  active: time,
  held: z.literal(true).optional().describe('Set if the upload is complete but the client must make another call.'),
})

export const uploadForm = defineForm(resumableUploads, {
  list: 'resumableUploads',
  summary: 'The resumable uploads.',
  schema: part.extend({ parts: z.array(part).optional().describe('The parts to concatenate, in order. Absent once concatenated.') }),
  // Version 2 adds an optional content `md5`. Version 3 adds an optional `held`. Version 4 has a record per upload instead of per transfer.
  upgrades: [(uploads) => uploads, (uploads) => uploads, (uploads) => uploads],
})
