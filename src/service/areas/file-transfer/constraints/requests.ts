/** Schemas for initializing a file transfer as JSON or as a form, created on first use because a page imports this file. */
import { z } from 'zod'
import { isOrganizationForm } from '../../../wire/identifiers.ts'
import { notBlank, trimBlanks } from '../../../wire/text.ts'
import { whenNeeded } from '../../../wire/when-needed.ts'

const required = (name: string) => `The ${name} field is required.`
const length = (name: string, most: number) =>
  `The field ${name} must be a string with a minimum length of 1 and a maximum length of ${most}.`
const organizationForms =
  'should be on the form countrycode:organizationnumber (e.g. 0192:910753614) or urn:altinn:organization:identifier-no:organizationnumber'
const badRecipient = `Each recipient ${organizationForms}`

const requiredText = (name: string) => z.string({ error: required(name) }).regex(notBlank, { error: required(name) })
const sized = (schema: z.ZodString, name: string, most: number) =>
  schema.min(1, { error: length(name, most) }).max(most, { error: length(name, most) })

/**
 * Returns only the first error, as the service does. Entries after a null value are not checked, because a null value makes the service
 * fail.
 */
function propertyError(list: Readonly<Record<string, string | null>>): string | undefined {
  const properties = Object.entries(list)
  if (properties.length > 10) return 'PropertyList can contain at most 10 properties'
  for (const [key, value] of properties) {
    if (value === null) return undefined
    if (key.length > 50) return `PropertyList Key can not be longer than 50. Length:${key.length}, KeyValue:${key}`
    if (value.length > 3000) return `PropertyList Value can not be longer than 3000. Length:${value.length}, Value:${value}`
  }
  return undefined
}

function checksumError(text: string): string | undefined {
  if (trimBlanks(text) === '') return undefined
  if (text.length !== 32) return 'The checksum, if used, must be a MD5 hash with a length of 32 characters'
  return text === text.toLowerCase() ? undefined : 'The checksum, if used, must be a MD5 hash in lower case'
}

/** A custom schema, because Zod's record schema skips the `__proto__` key. */
const propertyList = () =>
  z
    .custom<Readonly<Record<string, string>>>()
    .superRefine((list: unknown, { addIssue }) => {
      if (typeof list !== 'object' || list === null || Array.isArray(list)) {
        addIssue({ code: 'invalid_type', expected: 'record', input: list, message: required('PropertyList') })
        return
      }
      // Reports only the first error, because a body can contain very many entries. The service reads all entries before it validates any.
      const entries = Object.entries(list)
      const misread = entries.find(([, value]) => typeof value !== 'string' && value !== null)
      const error = misread ? undefined : propertyError(list as Record<string, string | null>)
      const misfit = misread ?? (error === undefined ? entries.find(([, value]) => value === null) : undefined)
      if (misfit)
        addIssue({ code: 'invalid_type', expected: 'string', input: misfit[1], path: [misfit[0]], message: 'A value is required.' })
      if (error !== undefined) addIssue({ code: 'custom', input: list, message: error })
    })
    .meta({ type: 'object', additionalProperties: { type: 'string' }, maxProperties: 10 })

const checksum = () =>
  z
    .string()
    .refine((text) => checksumError(text) === undefined, { error: ({ input }) => checksumError(input as string) })
    .nullable()

/** Accepts an empty recipient, as the live service does. */
const recipients = () =>
  z
    .array(z.string({ error: badRecipient }), { error: required('Recipients') })
    .min(1, { error: 'One or more recipients are required' })
    .refine((list) => list.every((text: unknown) => typeof text !== 'string' || text === '' || isOrganizationForm(text)), {
      error: badRecipient,
      // The service validates the other recipients even if one is null.
      when: ({ value }) => Array.isArray(value),
    })

/** Source: file-transfer §2, §7.3. */
const fields = whenNeeded(() => ({
  fileName: sized(requiredText('FileName'), 'FileName', 255).prefault(''),
  resourceId: sized(requiredText('ResourceId'), 'ResourceId', 255)
    // Checked without a second regex, because client generators create a separate type for a string with two patterns.
    .refine((text) => /^(?:(?:urn:altinn:resource:)?[^:]{1,255})?$/.test(text), { error: 'Invalid Resource identifier format' })
    .prefault(''),
  sendersFileTransferReference: sized(
    z.string({ error: required('SendersFileTransferReference') }),
    'SendersFileTransferReference',
    4096,
  ).prefault(''),
  sender: requiredText('Sender')
    .refine((text) => text === '' || isOrganizationForm(text), { error: `Organization numbers ${organizationForms}` })
    .prefault(''),
  recipients: recipients().prefault([]),
  propertyList: propertyList().prefault({}),
  checksum: checksum().prefault(''),
}))
/** A missing field becomes an empty string, so that the error is the same as the service's. OpenAPI still shows the field as required. */
const requiredFields = { required: ['fileName', 'resourceId', 'sendersFileTransferReference', 'sender', 'recipients'] }

export const initializeRequest = whenNeeded(() =>
  z.object({ ...fields(), disableVirusScan: z.boolean().nullable().prefault(false) }).meta(requiredFields),
)

const formFlag = () => z.boolean({ error: ({ input }) => `The value '${String(input)}' is not valid for DisableVirusScan.` })

/** Source: file-transfer §3.2. */
export const formFields = whenNeeded(() =>
  z.object({
    metadata: z.object({ ...fields(), disableVirusScan: formFlag().prefault(false) }, { error: required('Metadata') }).meta(requiredFields),
  }),
)

export type InitializeRequest = z.output<ReturnType<typeof initializeRequest>>

export const exampleFileTransfer = {
  fileName: 'report.xml',
  resourceId: 'standin-plain',
  sendersFileTransferReference: 'batch-0042',
  sender: '0192:347147753',
  recipients: ['0192:370916446'],
  propertyList: { caseNumber: '2026/17' },
}
