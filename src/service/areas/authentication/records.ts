/** The authentication area's records: used grants, and the stored format of registered clients. */

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

/** In order of use. */
export const usedGrants = defineRecord({
  name: 'usedGrant',
  key: ({ digest }: UsedGrant) => digest,
})

/** Maximum number of grants to remember. The oldest is dropped first. */
export const mostGrants = 10_000

/** Returns false if the grant was already used. Drops grants that expired before `now`. */
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
  summary: 'Digests of used grants.',
  schema: z.strictObject({ digest: z.string(), expires: z.number().describe('Milliseconds since 1970.') }),
})

export const clientForm = defineForm(changedClients, {
  list: 'clients',
  summary: 'Registered clients that differ from the fixtures.',
  schema: z.strictObject({ id: z.string(), client: registeredClientSchema().nullable().describe('`null` if the client was removed.') }),
})
