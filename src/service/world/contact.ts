/** Schemas for contacts: persons, organizations and self-identified users. */
import { z } from 'zod'
import { isExternalIdentity } from '../wire/identifiers.ts'
import { readTimestamp } from '../wire/timestamp.ts'

/** Shared by all three kinds of contacts. */
const anyNumber = 'The national identity number, the organization number, or the URN of an external identity.'

const about = {
  name: z.string().optional().describe('The name.'),
  condition: z.string().optional().describe("The contact's special property, in one word."),
  verified: z.boolean().optional().describe('True if the addresses are verified.'),
}

const details = {
  email: z.string().optional().describe('The email address.'),
  mobile: z.string().optional().describe('The mobile number.'),
}

export const personSchema = z.strictObject({
  number: z
    .string()
    .regex(/^\d{11}$/, 'A national identity number has 11 digits.')
    .describe(anyNumber),
  ...about,
  ...details,
  reserved: z.boolean().optional().describe('True if the person has opted out of digital communication.'),
  /** Default: recently. */
  updated: z
    .string()
    .refine((text) => readTimestamp(text) !== undefined, 'A date or a timestamp in ISO 8601 is expected.')
    .optional()
    .describe('When the person last confirmed the details.'),
})

export const organizationSchema = z.strictObject({
  number: z
    .string()
    .regex(/^\d{9}$/, 'An organization number has 9 digits.')
    .describe(anyNumber),
  ...about,
  emails: z.array(z.string()).default([]).describe('The email addresses.'),
  mobiles: z.array(z.string()).default([]).describe('The mobile numbers.'),
  /** People who also receive notifications from orders with a `resourceId`. */
  users: z
    .array(
      z.strictObject({
        ...details,
        /** Default: all resources. */
        resources: z.array(z.string()).optional().describe('The resources that the person wants notifications for.'),
        /** Default: read. */
        actions: z.array(z.string()).optional().describe('The actions that the person may perform on the resource.'),
      }),
    )
    .optional()
    .describe('People who registered their own addresses for the organization.'),
  serviceOwner: z.string().optional().describe('The service owner code. `null` if the organization is not a service owner.'),
})

export const externalIdentitySchema = z.strictObject({
  number: z.string().refine(isExternalIdentity, 'The URN of an external identity is expected.').describe(anyNumber),
  ...about,
  ...details,
})

/** The format of the number determines the kind of contact. */
export const contactSchema = z.union([
  personSchema.meta({ title: 'Person' }),
  organizationSchema.meta({ title: 'Organization' }),
  externalIdentitySchema.meta({ title: 'ExternalIdentity' }),
])

export type PersonContact = z.output<typeof personSchema>
export type OrganizationContact = z.output<typeof organizationSchema>
export type ExternalIdentityContact = z.output<typeof externalIdentitySchema>
export type Contact = z.output<typeof contactSchema>

/** Returns the schema for a number's format, so that errors mention only one kind of contact. */
export function contactSchemaOf(
  number: string,
): typeof personSchema | typeof organizationSchema | typeof externalIdentitySchema | undefined {
  if (/^\d{11}$/.test(number)) return personSchema
  if (/^\d{9}$/.test(number)) return organizationSchema
  return isExternalIdentity(number) ? externalIdentitySchema : undefined
}
