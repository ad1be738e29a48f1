/** The account of an advance: what happened while world time passed. */

/** What a job did: the line of an advance's account. */
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
  /** The first of them, in order. */
  readonly happened: readonly Happening[]
  readonly total: number
  /** By job. */
  readonly counts: Readonly<Record<string, number>>
}
