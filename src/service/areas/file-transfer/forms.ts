/** The stored form of file transfers and resumable uploads. */
import { z } from 'zod'
import { contentId, count, defineForm, md5, ordinal, time } from '../../world/record-form.ts'
import { fileTransfers } from './file-transfers.ts'
import { resumableUploads } from './records.ts'
import { recipientStatusNames, statusNames } from './wire.ts'

/** Content that is not stored: its id holds its seed and its size. */
const generatedId = z.string().regex(/^generated-(?:0|-?[1-9]\d{0,15})-(?:0|[1-9]\d{0,15})$/, 'is not the id of a content')

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
    base: z.string().optional().describe('The address of the service as the sender knows it.'),
    propertyList: z.record(z.string(), z.string()),
    virusScan: z.boolean(),
    expectedChecksum: z.string().nullable(),
    checksum: z.string().nullable(),
    uploads: count,
    users: z.record(z.string(), time).optional().describe('When callers used a resumable upload, by their session and organization.'),
    givenUp: z.literal(true).optional().describe('Set when the resumable upload was given up and not begun again.'),
    content: z
      .strictObject({
        id: z.union([contentId, generatedId], { error: 'is not the id of a content' }),
        size: count.describe('Bytes.'),
        md5: md5.nullable().describe('Null for generated content.'),
        malware: z.boolean(),
      })
      .nullable(),
    lostSize: count.optional().describe('The bytes of a file that had another checksum, and so was not kept.'),
    moves: z.tuple([move]).rest(move),
    recipients: z.array(z.string()),
    recipientMoves: z.array(z.strictObject({ recipient: z.string(), status: z.enum(recipientStatusNames), at: time })),
  }),
  // 2: it may have users, a lost size, and an upload that was given up. 3: it has the address of the service.
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
