/** What is said about file transfers. */
import { z } from 'zod'
import { readGuid } from '../guid.ts'
import { isOrganizationForm } from '../organization-number.ts'
import { readChoice, readFlag, readInstant } from '../query-value.ts'

/** The statuses, in the order of their numbers, with the text that each has unless a detail replaces it. Source: file-transfer §5.2. */
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
export const searchRoles = ['Recipient', 'Sender'] as const

export type FileTransferStatus = keyof typeof fileTransferStatuses
export type RecipientStatus = keyof typeof recipientStatuses
export type SearchRole = (typeof searchRoles)[number]

const statusNames = Object.keys(fileTransferStatuses) as FileTransferStatus[]
const recipientStatusNames = Object.keys(recipientStatuses) as RecipientStatus[]

const required = (name: string) => `The ${name} field is required.`
const length = (name: string, most: number) =>
  `The field ${name} must be a string with a minimum length of 1 and a maximum length of ${most}.`
const organizationForms =
  'should be on the form countrycode:organizationnumber (e.g. 0192:910753614) or urn:altinn:organization:identifier-no:organizationnumber'
const badRecipient = `Each recipient ${organizationForms}`

/** A field that is read as `value` when it is missing, which documents need not show. */
const missing = <S extends z.ZodType>(schema: S, value: z.input<S>) => schema.prefault(value as never).meta({ default: undefined })

const requiredText = (name: string) => z.string({ error: required(name) }).regex(/\S/, { error: required(name) })
const sized = (schema: z.ZodString, name: string, most: number) =>
  schema.min(1, { error: length(name, most) }).max(most, { error: length(name, most) })

/** The first violation only, as the service tells it. */
function propertyFault(list: Readonly<Record<string, string>>): string | undefined {
  const properties = Object.entries(list)
  if (properties.length > 10) return 'PropertyList can contain at most 10 properties'
  for (const [key, value] of properties) {
    if (key.length > 50) return `PropertyList Key can not be longer than 50. Length:${key.length}, KeyValue:${key}`
    if (value.length > 3000) return `PropertyList Value can not be longer than 3000. Length:${value.length}, Value:${value}`
  }
  return undefined
}

function checksumFault(text: string): string | undefined {
  if (text.trim() === '') return undefined
  if (text.length !== 32) return 'The checksum, if used, must be a MD5 hash with a length of 32 characters'
  return text === text.toLowerCase() ? undefined : 'The checksum, if used, must be a MD5 hash in lower case'
}

const propertyList = z
  .record(z.string(), z.string({ error: 'A value is required.' }), { error: required('PropertyList') })
  .refine((list) => propertyFault(list) === undefined, { error: ({ input }) => propertyFault(input as Record<string, string>) })
  .meta({ maxProperties: 10 })

const checksum = z
  .string()
  .refine((text) => checksumFault(text) === undefined, { error: ({ input }) => checksumFault(input as string) })
  .nullable()

/** An empty recipient slips through, as it does live. */
const recipients = z
  .array(z.string({ error: badRecipient }), { error: required('Recipients') })
  .min(1, { error: 'One or more recipients are required' })
  .refine((list) => list.every((text) => text === '' || isOrganizationForm(text)), { error: badRecipient })

/** Source: file-transfer §2, §7.3. */
const fields = {
  fileName: missing(sized(requiredText('FileName'), 'FileName', 255), ''),
  resourceId: missing(
    sized(requiredText('ResourceId'), 'ResourceId', 255).regex(/^(?:(?:urn:altinn:resource:)?[^:]{1,255})?$/, {
      error: 'Invalid Resource identifier format',
    }),
    '',
  ),
  sendersFileTransferReference: missing(
    sized(z.string({ error: required('SendersFileTransferReference') }), 'SendersFileTransferReference', 4096),
    '',
  ),
  sender: missing(
    requiredText('Sender').refine((text) => text === '' || isOrganizationForm(text), {
      error: `Organization numbers ${organizationForms}`,
    }),
    '',
  ),
  recipients: missing(recipients, []),
  propertyList: missing(propertyList, {}),
  checksum: missing(checksum, ''),
}
const demanded = { required: ['fileName', 'resourceId', 'sendersFileTransferReference', 'sender', 'recipients'] }

export const initializeRequest = z.object({ ...fields, disableVirusScan: missing(z.boolean().nullable(), false) }).meta(demanded)

const formFlag = z.boolean({ error: ({ input }) => `The value '${String(input)}' is not valid for DisableVirusScan.` })

/** Source: file-transfer §3.2. */
export const formFields = z.object({
  metadata: z.object({ ...fields, disableVirusScan: missing(formFlag, false) }, { error: required('Metadata') }).meta(demanded),
})

const notValid = ({ input }: { readonly input?: unknown }) => `The value '${String(input)}' is not valid.`

/** A parameter that may be left out or empty. */
const optionalText = (reads: (text: string) => unknown, error: (issue: { readonly input?: unknown }) => string = notValid) =>
  z
    .string()
    .refine((text) => text.trim() === '' || reads(text) !== undefined, { error })
    .optional()

const choice = (names: readonly string[]) => {
  const read = (text: string) => readChoice(names, text)
  const error = ({ input }: { readonly input?: unknown }) =>
    read(input as string) === undefined ? notValid({ input }) : `The value '${String(input)}' is invalid.`
  return optionalText((text) => (typeof read(text) === 'string' ? text : undefined), error).meta({ enum: [...names] })
}
const instant = optionalText(readInstant).meta({ format: 'date-time' })

/** Texts, of which `readSearch` makes values. Source: file-transfer §4.3. */
export const searchQuery = z.object({
  resourceId: z.string({ error: required('resourceId') }).regex(/\S/, { error: required('resourceId') }),
  status: choice(statusNames),
  recipientStatus: choice(recipientStatusNames),
  from: instant,
  to: instant,
  orderAscending: optionalText(readFlag).meta({ enum: ['true', 'false'] }),
  role: choice(searchRoles),
})

/** In any notation of a GUID. */
export const byFileTransferId = z.object({
  fileTransferId: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: notValid })
    .meta({ format: 'uuid' }),
})

const time = z.iso.datetime({ offset: true })
const statusFields = { fileTransferStatus: z.enum(statusNames), fileTransferStatusText: z.string(), fileTransferStatusChanged: time }

/** In the order of the wire. Source: file-transfer §4.1. */
const about = {
  fileTransferId: z.guid(),
  resourceId: z.string(),
  fileName: z.string(),
  sendersFileTransferReference: z.string(),
  checksum: z.string().nullable(),
  useVirusScan: z.boolean(),
  fileTransferSize: z.int().min(0),
  ...statusFields,
  created: time,
  expirationTime: time,
  sender: z.string(),
  recipients: z.array(
    z.object({
      recipient: z.string(),
      currentRecipientFileTransferStatusCode: z.enum(recipientStatusNames),
      currentRecipientFileTransferStatusText: z.string(),
      currentRecipientFileTransferStatusChanged: time,
    }),
  ),
  propertyList: z.record(z.string(), z.string()),
}
const published = time.nullable()

export const overviewReply = z.object({ ...about, published })

/** What it has beyond the overview comes first. Source: file-transfer §4.2. */
export const detailsReply = z.object({
  fileTransferStatusHistory: z.array(z.object(statusFields)),
  recipientFileTransferStatusHistory: z.array(
    z.object({
      recipient: z.string(),
      recipientFileTransferStatusCode: z.enum(recipientStatusNames),
      recipientFileTransferStatusText: z.string(),
      recipientFileTransferStatusChanged: time,
    }),
  ),
  published,
  ...about,
})

export const initializeReply = z.object({ fileTransferId: z.guid() })
export const searchReply = z.array(z.guid())

export type InitializeRequest = z.output<typeof initializeRequest>
export type FormFields = z.output<typeof formFields>
export type SearchQuery = z.output<typeof searchQuery>
export type Overview = z.output<typeof overviewReply>
export type Details = z.output<typeof detailsReply>
