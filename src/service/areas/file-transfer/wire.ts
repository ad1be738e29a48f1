/** The file transfer area's wire format: JSON, statuses, scan results, refusals shared with resources. Source: file-transfer §0, §7.2. */

import { plain, type RefusalForm } from '../../wire/refusal.ts'
import type { Area } from '../../wire/vocabulary.ts'
import { resources } from '../resources/wire.ts'

/** Code → status and detail. */
export const brokerCodes = {
  'BRO-00001': [404, 'The requested file transfer was not found'],
  'BRO-00002': [400, 'Service owner needs to be configured to use the broker API'],
  'BRO-00003': [400, 'No file uploaded yet'],
  'BRO-00004': [409, 'A file transfer has already been, or attempted to be, created. Create a new file transfer resource to try again.'],
  'BRO-00005': [403, 'The resource needs to be registered as an Altinn 3 resource and it has to be associated with a service owner'],
  'BRO-00006': [
    403,
    'You must use a bearer token that represents a system user with access to the resource in the Resource Rights Registry',
  ],
  'BRO-00007': [403, "The requested file transfer's file is not ready for download. See file transfer status."],
  'BRO-00008': [500, 'Error occurred while uploading file See /details for more information.'],
  'BRO-00009': [400, 'The checksum of uploaded file did not match the checksum specified in initialize call.'],
  'BRO-00010': [400, 'A file transfer can only be confirmed to be downloaded when it is published. See file transfer status.'],
  'BRO-00011': [400, 'Max file transfer size cannot be negative'],
  'BRO-00012': [400, 'Max file transfer size cannot be zero'],
  'BRO-00013': [
    400,
    'Max file transfer size cannot be set higher than 50GB in production unless the resource has been pre-approved for disabled virus scan. Contact us @ Slack.',
  ],
  'BRO-00014': [
    400,
    "Invalid file transfer time to live format. Should follow ISO8601 standard for duration. Example: 'P30D' for 30 days.",
  ],
  'BRO-00015': [400, 'Time to live cannot exceed 365 days'],
  'BRO-00016': [400, 'File size exceeds maximum'],
  'BRO-00017': [400, "Invalid grace period format. Should follow ISO8601 standard for duration. Example: 'PT2H' for 2 hours."],
  'BRO-00018': [400, 'Grace period cannot exceed 24 hours'],
  'BRO-00019': [400, 'Cannot confirm before the files have been downloaded'],
  'BRO-00020': [
    400,
    'In order to use file transfers without virus scan the service resource needs to be approved by Altinn. Please contact us @ Slack.',
  ],
  'BRO-00021': [503, 'Storage provider is not ready yet. Please try again later.'],
  'BRO-00022': [
    400,
    'Max file transfer size cannot be set higher than 100GB in production because it has not yet been tested for it. Contact us @ Slack if you need it.',
  ],
  'BRO-00023': [400, 'In order to use manifest file shim you need to provide external service code and edition code'],
  'BRO-00024': [400, 'The service owner associated with the resource has not been configured.'],
  'BRO-00025': [400, 'The resource has not been configured.'],
  'BRO-00026': [400, 'The resource requires the service owner party to be present as part of the transaction.'],
  'BRO-00027': [
    400,
    'When required party is specified and the required party is not the sender, the number of recipients can only be one.',
  ],
  'BRO-00028': [400, 'All recipients need to be in the access list of the resource.'],
  'BRO-00029': [416, 'The requested byte range is not satisfiable.'],
  'BRO-07001': [400, 'Caller organization id could not be determined'],
  'BRO-07002': [409, 'Service owner already exists'],
  'BRO-07003': [500, 'Service owner could not be initialized'],
  'BRO-07004': [404, 'Service owner not found'],
} as const satisfies Record<`BRO-${string}`, readonly [status: number, detail: string]>

const refusals = Object.fromEntries(
  Object.entries(brokerCodes).map(([code, [status, detail]]) => [code, plain(status, detail, { code })]),
) as Record<keyof typeof brokerCodes, RefusalForm>

export const fileTransfer = {
  ...resources,
  unknownBelow: 'broker',
  json: { types: /^(?:application\/(?:json|[^/;,\s]+\+json)|text\/json)(?:\s*,|$)/, checkedWhen: 'reading' },
  refusals,
} as const satisfies Area

/** The live broker's reply to an unexpected failure. Source: file-transfer §7.4. */
export const brokerFailure = plain(500, '', {
  body: 'problem',
  members: ['type', 'title', 'status', 'detail', 'instance', 'traceId'],
  contentType: 'application/problem+json',
  headers: {
    'cache-control': 'no-cache,no-store',
    expires: '-1',
    pragma: 'no-cache',
    'x-content-type-options': null,
    'tus-resumable': null,
  },
})

/** Statuses in numeric order, with default text. Source: file-transfer §5.2. */
export const fileTransferStatuses = {
  Initialized: 'Ready for upload',
  UploadStarted: 'Upload started',
  UploadProcessing: 'Processing upload',
  Published: 'Ready for download',
  Cancelled: 'FileTransfer cancelled',
  AllConfirmedDownloaded: 'All downloaded',
  Purged: 'FileTransfer has been purged',
  Failed: 'Upload failed',
} as const
export const recipientStatuses = {
  Initialized: 'Initialized',
  DownloadStarted: 'Recipient has attempted to download fileTransfer',
  DownloadConfirmed: 'Recipient has downloaded fileTransfer',
} as const

export type FileTransferStatus = keyof typeof fileTransferStatuses
export type RecipientStatus = keyof typeof recipientStatuses

export const statusNames = Object.keys(fileTransferStatuses) as FileTransferStatus[]
export const recipientStatusNames = Object.keys(recipientStatuses) as RecipientStatus[]

export const scanResults = ['clean', 'infected', 'error'] as const
export type ScanResult = (typeof scanResults)[number]

/** A virus scan's result and when it arrives. */
export interface ScanPlan {
  readonly result: ScanResult
  /** In milliseconds. If absent, the world's pace applies. */
  readonly after?: number | 'never'
}

const minutes = 60_000

/** Keyed by whole words in the file name, case-insensitively. Source: decisions §7. */
export const scanPlans: Readonly<Record<string, ScanPlan>> = {
  infected: { result: 'infected' },
  unscannable: { result: 'error' },
  slowscan: { result: 'clean', after: 5 * minutes },
  stuckscan: { result: 'clean', after: 'never' },
}

/** Returns a virus scan's result without a scenario, as determined by the file name. */
export function scanPlanOf(fileName: string): ScanPlan {
  for (const word of fileName.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    const plan = Object.hasOwn(scanPlans, word) ? scanPlans[word] : undefined
    if (plan) return plan
  }
  return { result: 'clean' }
}
