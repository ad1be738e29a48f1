/** The grants that were used: none gives a second token. Source: authentication §1.1. */
import { defineRecord } from '../../../world/records.ts'
import type { Table } from '../../../world/table.ts'

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
