/** The organization of a caller, as members of a reply. */
import { z } from 'zod'

export const callerOrganization = {
  orgNo: z.string().nullable().describe('The number of the organization of the caller. Null: it is not known.'),
  name: z.string().nullable().describe('The name of the organization in the register. Null: it is not known.'),
}

export interface CallerOrganization {
  readonly orgNo: string | null
  readonly name: string | null
}
