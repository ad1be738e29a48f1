/** The records of clients and grants as they are written. */
import { z } from 'zod'
import { defineForm } from '../../../world/record-form.ts'
import { changedClients, registeredClientSchema } from '../../../world/registered-client.ts'
import { usedGrants } from './used-grants.ts'

export const usedGrantForm = defineForm(usedGrants, {
  list: 'usedGrants',
  summary: 'The digests of the grants that were used.',
  schema: z.strictObject({ digest: z.string(), expires: z.number().describe('Milliseconds since 1970.') }),
})

export const clientForm = defineForm(changedClients, {
  list: 'clients',
  summary: 'The registered clients that differ from the fixtures.',
  schema: z.strictObject({ id: z.string(), client: registeredClientSchema().nullable().describe('Null: it was removed.') }),
})
