/** The search for file transfers: its query and its reply. Source: file-transfer §4.3. */

import { z } from 'zod'
import { readChoice, readFlag, readInstant } from '../../../wire/values/parameters.ts'
import { notBlank, trimBlanks } from '../../../wire/values/text.ts'
import { type FileTransferStatus, type RecipientStatus, recipientStatusNames, statusNames } from '../wire.ts'

export const searchRoles = ['Recipient', 'Sender'] as const
type SearchRole = (typeof searchRoles)[number]

const required = 'The resourceId field is required.'
const notValid = ({ input }: { readonly input?: unknown }) => `The value '${String(input)}' is not valid.`

/** A parameter that may be missing or empty. */
const optionalText = (reads: (text: string) => unknown, error: (issue: { readonly input?: unknown }) => string = notValid) =>
  z
    .string()
    .refine((text) => trimBlanks(text) === '' || reads(text) !== undefined, { error })
    .optional()

const choice = (names: readonly string[]) => {
  const read = (text: string) => readChoice(names, text)
  const error = ({ input }: { readonly input?: unknown }) =>
    read(input as string) === undefined ? notValid({ input }) : `The value '${String(input)}' is invalid.`
  return optionalText((text) => (typeof read(text) === 'string' ? text : undefined), error).meta({ enum: [...names] })
}
const instant = optionalText(readInstant).meta({ format: 'date-time' })

/** The values stay texts, which `readSearch` reads. Source: file-transfer §4.3. */
export const searchQuery = z.object({
  resourceId: z.string({ error: required }).regex(notBlank, { error: required }),
  status: choice(statusNames),
  recipientStatus: choice(recipientStatusNames),
  from: instant,
  to: instant,
  orderAscending: optionalText(readFlag).meta({ enum: ['true', 'false'] }),
  role: choice(searchRoles),
})
type SearchQuery = z.output<typeof searchQuery>

export const searchReply = z.array(z.guid())

/** What a client searches for. Times in milliseconds since 1970. */
export interface Search {
  readonly resourceId: string
  readonly status: FileTransferStatus | undefined
  readonly recipientStatus: RecipientStatus | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly orderAscending: boolean
  readonly role: SearchRole | undefined
}

const chosen = <T extends string>(names: readonly T[], text: string | undefined): T | undefined =>
  names.find((name) => name === readChoice(names, text ?? ''))

/** Reads a valid query. An empty parameter counts as missing. */
export const readSearch = (query: SearchQuery): Search => ({
  resourceId: query.resourceId,
  status: chosen(statusNames, query.status),
  recipientStatus: chosen(recipientStatusNames, query.recipientStatus),
  from: readInstant(query.from ?? ''),
  to: readInstant(query.to ?? ''),
  orderAscending: readFlag(query.orderAscending ?? '') ?? false,
  role: chosen(searchRoles, query.role),
})
