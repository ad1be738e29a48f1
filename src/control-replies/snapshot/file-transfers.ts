/** File transfers, uploads and resources in a snapshot. */
import { z } from 'zod'
import { recipientStatusNames, statusNames } from '../../areas/file-transfer/rules/statuses.ts'
import { storageStatuses } from '../../areas/resources/rules/resource.ts'
import { kept } from './kept.ts'
import { contentId, count, ordinal, time } from './values.ts'

/** Content that is not stored: its id holds its seed and its size. */
const generatedId = z.string().regex(/^generated-(?:0|-?[1-9]\d{0,15})-(?:0|[1-9]\d{0,15})$/, 'is not the id of a content')

const md5 = z.string().regex(/^[0-9a-f]{32}$/, 'is not an MD5 in 32 lower-case hexadecimal digits')

const content = z.strictObject({
  id: z.union([contentId, generatedId], { error: 'is not the id of a content' }),
  size: count.describe('Bytes.'),
  md5: md5.nullable().describe('Null for generated content.'),
  malware: z.boolean(),
})

export const fileTransfer = z.strictObject({
  id: z.guid(),
  created: time,
  expires: time,
  resourceId: z.string(),
  fileName: z.string(),
  sendersFileTransferReference: z.string(),
  sender: z.string(),
  propertyList: z.record(z.string(), z.string()),
  virusScan: z.boolean(),
  expectedChecksum: z.string().nullable(),
  checksum: z.string().nullable(),
  uploads: count,
  users: z.record(z.string(), time).optional().describe('When callers used a resumable upload, by their session and organization.'),
  givenUp: z.literal(true).optional().describe('Set when the resumable upload was given up and not begun again.'),
  content: content.nullable(),
  lostSize: count.optional().describe('The bytes of a file that had another checksum, and so was not kept.'),
  moves: z
    .tuple([z.strictObject({ status: z.enum(statusNames), text: z.string().optional(), at: time })])
    .rest(z.strictObject({ status: z.enum(statusNames), text: z.string().optional(), at: time })),
  recipients: z.array(z.string()),
  recipientMoves: z.array(z.strictObject({ recipient: z.string(), status: z.enum(recipientStatusNames), at: time })),
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

export const resumableUpload = part.extend({
  parts: z.array(part).optional().describe('The parts to put together, in order; absent afterwards.'),
})

export const resource = z.strictObject({
  id: z.string(),
  owner: z.string().optional(),
  maxFileTransferSize: count.optional(),
  timeToLive: z.int().optional().describe('Milliseconds; a negative one ends at once.'),
  purgeAfterConfirmed: z.boolean(),
  gracePeriod: z.int().optional(),
  useManifestFileShim: z.boolean().optional(),
  externalServiceCode: z.string().optional(),
  externalServiceEdition: z.int().optional(),
  requiredParty: z.string().optional(),
  accessList: z.array(z.string()).optional(),
  unscannedApproved: z.boolean(),
  configured: z.boolean().optional(),
  registered: z.boolean().optional(),
})

export const serviceOwner = z.strictObject({ orgNo: z.string(), name: z.string(), storage: z.enum(storageStatuses) })

/** In a folder that keeps worlds. The uploads of one transfer lie together. */
export const keptFileTransfers = {
  // 2: it may have users, a lost size, and an upload that was given up.
  fileTransfer: kept(fileTransfer, (transfer) => transfer),
  // 2: content may have an MD5. 3: a complete upload may be held.
  resumableUpload: kept(
    z.array(resumableUpload),
    (uploads) => uploads,
    (uploads) => uploads,
  ),
  // 2: durations may be negative.
  resource: kept(resource, (configured) => configured),
  removedResource: kept(z.string()),
  serviceOwner: kept(serviceOwner),
}
