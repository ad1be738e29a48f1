/** Checks that a client increases its waits while a call keeps failing. */
import { type Earlier, noAttempts } from './judging/deed.ts'
import { defineVerdict } from './judging/verdict.ts'
import { isAtOnce } from './rate-limits.ts'
import { mostRepetitions } from './retries.ts'

/** Number of waits to compare. */
const enough = 3
/**
 * Waits are alike if the longest is at most this many times the shortest, or at most this many milliseconds longer. All other waits grow,
 * are random, or were stretched by a busy machine. These cases cannot be told apart, so they are not judged.
 */
const [alike, noise] = [1.25, 5]
/**
 * In milliseconds. `busy`: a busy client might need this long for a call without waiting at all. `exact`: shorter waits are too imprecise
 * to compare by ratio.
 */
const [busy, exact] = [30, 50]
/** After this many waits, two short waits in a row are enough, because a client that backs off waits longer by then. */
const late = 5
/** Waits may stop growing once they reach this many times the shortest. */
const grown = 2
/** In milliseconds. `least`: anything shorter does not count as a wait. `longEnough`: waits this long do not need to grow. */
const [least, longEnough] = [10, 30_000]

export const backOff = defineVerdict({
  id: 'back-off',
  sentence: 'While a call keeps failing, a client waits longer before each retry.',
  severity: 'bad',
  source: 'spec §7',
  guidance: 'Double the wait after each failure, for example 1, 2, 4 and 8 seconds, and randomize it.',
  exercise: ['outage-all', 'internal-error', 'gateway-timeout'],
  look({ id, attempts }, _, tell) {
    // After this many retries, the problem is that the client does not give up (`retry-end`), regardless of its waits.
    if (attempts.length < enough || attempts.length >= mostRepetitions) return
    const shown = [attempts.slice(-enough), withoutLongest(attempts.slice(-enough - 1))].find((newest) => isSteady(newest, attempts))
    if (shown) tell.broken(...shown.map((each) => each.id), id)
    else if (doGrow(attempts.slice(-enough), attempts)) tell.met()
  },
})

/** Removes the longest wait, which a busy machine might have caused. The newest wait is kept, because it might have grown. */
function withoutLongest(attempts: readonly Earlier[]): readonly Earlier[] {
  const waits = attempts.map(({ waited }) => waited)
  const longest = waits.indexOf(Math.max(...waits))
  return longest === waits.length - 1 ? noAttempts : attempts.toSpliced(longest, 1)
}

function isSteady(newest: readonly Earlier[], all: readonly Earlier[]): boolean {
  if (newest.length < enough || newest.some(isAnotherVerdicts)) return false
  const waits = newest.map(({ waited }) => waited)
  const isStorm = all.length >= late && waits.slice(-2).every((wait) => wait < busy)
  return (isStorm || areAlike(waits)) && Math.min(...waits) < longEnough && !hasGrown(all, waits)
}

/**
 * True if the waits clearly grow. Random waits, and waits on a busy machine, also grow now and then. Therefore each of the newest waits
 * must be longer than the previous wait, and the last wait must be much longer than the first.
 */
function doGrow(newest: readonly Earlier[], all: readonly Earlier[]): boolean {
  if (newest.some(isAnotherVerdicts)) return false
  const waits = newest.map(({ waited }) => waited)
  // A busy machine alone can cause waits of this length.
  if ((waits.at(-1) ?? 0) < exact) return false
  if (Math.min(...waits) >= longEnough || hasGrown(all, waits)) return true
  return waits.every((wait, nth) => nth === 0 || wait > (waits[nth - 1] ?? 0) * 1.1) && (waits.at(-1) ?? 0) >= (waits[0] ?? 0) * 1.5
}

/** True for attempts that reveal nothing about back-off: Retry-After set the wait, a 429 was retried immediately, or calls collided. */
const isAnotherVerdicts = ({ status, retryAfter, waited, collided }: Earlier) =>
  collided || (retryAfter ?? 0) > 0 || isAtOnce(status, waited)

function areAlike(waits: readonly number[]): boolean {
  const [shortest, longest] = [Math.min(...waits), Math.max(...waits)]
  return (shortest >= exact && longest <= shortest * alike) || longest - shortest <= noise || (longest < busy && !grows(waits))
}

const grows = ([first = 0, ...later]: readonly number[]) => (later.at(-1) ?? 0) > first * 1.1

/**
 * True if all of the newest waits are much longer than the shortest wait. An immediate first retry does not count as a wait. A busy machine
 * makes waits longer, never shorter.
 */
function hasGrown(attempts: readonly Earlier[], newest: readonly number[]): boolean {
  const shortest = Math.min(...attempts.map(({ waited }) => waited).filter((wait) => wait >= least))
  return Math.min(...newest) >= shortest * grown
}
