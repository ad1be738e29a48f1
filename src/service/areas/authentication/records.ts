/** Records in the authentication area: used grants, and the stored form of registered clients. */

import { z } from 'zod'
import { defineForm } from '../../world/record-form.ts'
import type { Table } from '../../world/records.ts'
import { defineRecord } from '../../world/records.ts'
import { changedClients, registeredClientSchema } from '../../world/registers.ts'

/** A grant's digest, and its expiry in milliseconds since 1970. */
export interface UsedGrant {
  readonly digest: string
  readonly expires: number
}

/** In the order of use. */
export const usedGrants = defineRecord({
  name: 'usedGrant',
  key: ({ digest }: UsedGrant) => digest,
})

/** Maximum number of remembered grants. The oldest is dropped first. */
export const mostGrants = 10_000

/** Returns false for a grant that was used before. Drops grants that expired before `now`. */
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
  summary: 'The digests of used grants.',
  schema: z.strictObject({ digest: z.string(), expires: z.number().describe('Milliseconds since 1970.') }),
})

export const clientForm = defineForm(changedClients, {
  list: 'clients',
  summary: 'The registered clients that differ from the fixtures.',
  schema: z.strictObject({ id: z.string(), client: registeredClientSchema().nullable().describe('Null: the client was removed.') }),
})
