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
