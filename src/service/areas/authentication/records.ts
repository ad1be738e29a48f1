/** The records of the authentication area: grants that were used, and registered clients. */

import { z } from 'zod'
import { defineForm } from '../../world/record-form.ts'
import { defineRecord } from '../../world/records.ts'
import { changedClients, registeredClientSchema } from '../../world/registered-client.ts'
import type { Table } from '../../world/table.ts'

/** The digest of a grant, and the time in milliseconds since 1970 at which it expires. */
export interface UsedGrant {
  readonly digest: string
  readonly expires: number
}

/** In the order of use. */
export const usedGrants = defineRecord({
  name: 'usedGrant',
  key: ({ digest }: UsedGrant) => digest,
})

/** At most so many are remembered. Beyond that, the first is forgotten. */
export const mostGrants = 10_000

/** Returns false for a grant that was used before. `now` is a time at which a grant that expired before it needs no memory. */
export function useGrant(used: Table<UsedGrant>, digest: string, expires: number, now: number): boolean {
  if (used.get(digest)) return false
  for (const oldest of used.values()) {
    if (oldest.expires > now && used.size < mostGrants) break
    used.remove(oldest)
  }
  used.insert({ digest, expires })
  return true
}

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
