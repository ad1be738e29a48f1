/** The grants that were used: none gives a second token. Source: authentication §1.1. */

/** The digest of each grant, and the time in milliseconds since 1970 at which it expires. In the order of use. */
export type UsedGrants = Map<string, number>

/** At most so many are remembered. Beyond that, the first is forgotten. */
export const mostGrants = 10_000

/** Returns false for a grant that was used before. `now` is a time at which a grant that expired before it needs no memory. */
export function useGrant(used: UsedGrants, digest: string, expires: number, now: number): boolean {
  if (used.has(digest)) return false
  for (const [oldest, end] of used) {
    if (end > now && used.size < mostGrants) break
    used.delete(oldest)
  }
  used.set(digest, expires)
  return true
}
