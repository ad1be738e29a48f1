/** Checks that a client's waits are random. */
import { requestOf } from './judging/deed.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

/** Minimum number of sequences to compare, and of waits in each. */
const [sequences, waitsOfEach] = [3, 2]
/** Waits count as equal if they differ by less than this: in milliseconds of real time, and as a fraction of the wait. */
const [exact, share] = [10, 0.02]
/** In milliseconds of real time. A busy machine lengthens waits by less than this. */
const clear = 100
/** In milliseconds of real time. Shorter waits prove nothing. */
const shortest = 50

interface Sequence {
  readonly id: string
  readonly operation: string | null
  readonly waits: readonly number[]
}

export const jitter = defineVerdict({
  id: 'jitter',
  sentence: "A client's retry delays are randomized.",
  severity: 'advice',
  source: 'Clients that all wait for the same time after an outage retry at the same moment.',
  guidance: 'Wait for a random time between half of the intended delay and the full delay.',
  exercise: ['outage-all', 'internal-error'],
  remember: () => recent<string, Sequence>(),
  look(deed, all) {
    const { id, operation, attempts } = deed
    if (attempts.length !== waitsOfEach) return
    const request = requestOf(deed)
    const isAsked = attempts.some(({ retryAfter }) => retryAfter !== null)
    if (request === null || isAsked) return
    const waits = attempts.map(({ waitedReally }) => waitedReally)
    if (waits.every((wait) => wait >= shortest)) all.set(`${request} ${attempts[0]?.id}`, { id, operation, waits })
  },
  conclude(all, tell) {
    const seen = [...all.values()]
    // Other operations might have longer waits by design.
    for (const same of Map.groupBy(seen, ({ operation }) => operation).values()) if (same.length >= sequences && doDiffer(same)) tell.met()
    if (seen.length >= sequences && areEqual(seen)) tell.broken(...seen.map(({ id }) => id))
  },
})

const doDiffer = ([first, ...others]: readonly Sequence[]) =>
  others.some(({ waits }) => waits.some((wait, nth) => Math.abs(wait - (first?.waits[nth] ?? 0)) > clear))

const areEqual = ([first, ...others]: readonly Sequence[]) =>
  others.every(({ waits }) => waits.every((wait, nth) => isSame(wait, first?.waits[nth] ?? 0)))

const isSame = (one: number, other: number) => Math.abs(one - other) <= Math.max(exact, share * other)
