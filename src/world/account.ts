/** The account of an advance: what the jobs did while world time passed. */

/** What one job did. */
export interface Happening {
  /** World milliseconds since 1970. */
  readonly at: number
  /** The job. */
  readonly what: string
  /** The record it was about. */
  readonly id?: string | undefined
  readonly [fact: string]: unknown
}

export interface Account {
  readonly now: number
  /** In order; at most as many as the caller asked for. */
  readonly happened: readonly Happening[]
  /** How many jobs ran. */
  readonly total: number
  /** How many of them, by job. */
  readonly counts: Readonly<Record<string, number>>
}

/** Counts what happens. Keeps so many happenings at most. */
export function newAccount(limit: number): { note(happening: Happening): void; account(now: number): Account } {
  const happened: Happening[] = []
  const counts: Record<string, number> = {}
  let total = 0
  return {
    note(happening) {
      if (total++ < limit) happened.push(happening)
      counts[happening.what] = (counts[happening.what] ?? 0) + 1
    },
    account: (now) => ({ now, happened, total, counts }),
  }
}
