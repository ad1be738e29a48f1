/** Whether the waits of a client grow while a call keeps failing. */
import { type Earlier, noAttempts } from './judging/deed.ts'
import { defineVerdict } from './judging/verdict.ts'
import { mostRepetitions } from './retry-end.ts'
import { isAtOnce } from './too-many-requests.ts'

/** How many waits must be seen before they are compared. */
const enough = 3
/**
 * Waits are alike where the longest is so many times the shortest, or so many milliseconds longer, at most. Others grow, or have a random
 * length, or were made longer by a busy machine: the two look alike, so they are not judged.
 */
const [alike, noise] = [1.25, 5]
/**
 * A busy client needs so long for a call without any wait; shorter waits than the second say nothing by how many times they grow.
 * Milliseconds.
 */
const [busy, exact] = [30, 50]
/** After so many waits, two short ones in turn are enough: those of a client that backs off are longer by then. */
const late = 5
/** A client may stop to let its waits grow when they are so many times the shortest. */
const grown = 2
/** A shorter wait is none; a client that waits so long need not wait longer. Milliseconds. */
const [least, longEnough] = [10, 30_000]

export const backOff = defineVerdict({
  id: 'back-off',
  sentence: 'While a call keeps failing, a client waits longer before each repetition.',
  severity: 'bad',
  source: 'spec §7',
  guidance: 'Double the wait after each failure, for example 1, 2, 4 and 8 seconds, with some chance in it.',
  exercise: ['outage-all', 'internal-error', 'gateway-timeout'],
  remember: () => undefined,
  look({ id, attempts }, _, tell) {
    // After so many repetitions the fault is another one, whatever the waits are.
    if (attempts.length < enough || attempts.length >= mostRepetitions) return
    const shown = [attempts.slice(-enough), withoutLongest(attempts.slice(-enough - 1))].find((newest) => isSteady(newest, attempts))
    if (shown) tell.broken(...shown.map((each) => each.id), id)
    else if (doGrow(attempts.slice(-enough), attempts)) tell.met()
  },
})

/** A pause of a busy machine is one long wait among others. The newest wait may be the one that has grown. */
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
 * Random waits and those of a busy machine grow now and then, so each of the newest must be longer than the one before, and the last one
 * much longer.
 */
function doGrow(newest: readonly Earlier[], all: readonly Earlier[]): boolean {
  if (newest.some(isAnotherVerdicts)) return false
  const waits = newest.map(({ waited }) => waited)
  // A busy machine alone makes waits of this length.
  if ((waits.at(-1) ?? 0) < exact) return false
  if (Math.min(...waits) >= longEnough || hasGrown(all, waits)) return true
  return waits.every((wait, nth) => nth === 0 || wait > (waits[nth - 1] ?? 0) * 1.1) && (waits.at(-1) ?? 0) >= (waits[0] ?? 0) * 1.5
}

/**
 * The reply itself said how long to wait, it was a 429 that is answered at once, or it met calls of the same moment, which repeat nothing.
 */
const isAnotherVerdicts = ({ status, retryAfter, waited, collided }: Earlier) =>
  collided || (retryAfter ?? 0) > 0 || isAtOnce(status, waited)

function areAlike(waits: readonly number[]): boolean {
  const [shortest, longest] = [Math.min(...waits), Math.max(...waits)]
  return (shortest >= exact && longest <= shortest * alike) || longest - shortest <= noise || (longest < busy && !grows(waits))
}

const grows = ([first = 0, ...later]: readonly number[]) => (later.at(-1) ?? 0) > first * 1.1

/**
 * Many clients repeat the first time at once: their waits begin with the second one. A busy machine makes waits longer, and never shorter.
 */
function hasGrown(attempts: readonly Earlier[], newest: readonly number[]): boolean {
  const shortest = Math.min(...attempts.map(({ waited }) => waited).filter((wait) => wait >= least))
  return Math.min(...newest) >= shortest * grown
}
