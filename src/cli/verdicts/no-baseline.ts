/** What clients are known to do wrong, and the one that knows nothing. */

export interface Baseline {
  readonly file: string
  /** Notes that it was needed. */
  knows(id: string, caller: string): boolean
  /** The entries that nothing needed. */
  stale(): string[]
}

export const noBaseline: Baseline = { file: '', knows: () => false, stale: () => [] }
