/** Records results that clients have seen. From then on, each result must exist exactly once. */

export interface Order {
  readonly world: string
  readonly idempotencyId: string
  readonly id: string
  readonly shipmentId: string
}

export interface File {
  readonly world: string
  readonly id: string
  readonly sha256: string
}

/** An unfinished upload in parts. */
export interface Half {
  readonly world: string
  readonly id: string
  readonly path: string
  readonly content: Buffer
  /** Acknowledged bytes. */
  offset: number
  /** True once the upload's last part has been sent. */
  isEnding: boolean
}

/** An address in the register that a client increments. */
export interface Counter {
  /** The highest number acknowledged or read so far. */
  answered: number
  /** The highest number sent so far. */
  sent: number
}

export interface Seen {
  readonly orders: Order[]
  readonly files: File[]
  readonly halves: Set<Half>
  readonly counters: Map<string, Counter>
  readonly transfers: { readonly world: string; readonly id: string }[]
  /** Violations: missing, duplicate or stale results. */
  readonly wrong: string[]
  /** Reasons why calls since the last event went unanswered, by world. Used to diagnose long unavailability. */
  readonly refusals: Map<string, string[]>
  checks: number
  /** Registers results that must be unique: ids and call numbers. */
  unique(world: string, ...ids: readonly string[]): void
  wrongly(what: string): void
}

export function createSeen(say: (text: string) => void): Seen {
  const ids = new Set<string>()
  const wrong: string[] = []
  function wrongly(what: string): void {
    wrong.push(what)
    say(`  wrong: ${what}`)
  }
  return {
    orders: [],
    files: [],
    halves: new Set(),
    counters: new Map(),
    transfers: [],
    refusals: new Map(),
    wrong,
    checks: 0,
    unique(world, ...given) {
      for (const id of given) {
        const whole = `${world}: ${id}`
        if (ids.has(whole)) wrongly(`${whole} was assigned twice`)
        ids.add(whole)
      }
    },
    wrongly,
  }
}
