/** Verdicts on retries of failed calls, except for the growth of their waits. */
import type { Line } from '../../service/world/journal.ts'
import { type Before, type Facts, factsOf, namedIn, requestOf } from './judging/deed.ts'
import { defineVerdict, mayBeUnread, mayPass, type Read, readOf, recent } from './judging/verdict.ts'

interface Failed extends Read {
  /** True if the call was already a retry. The client may then give up. */
  readonly repeated: boolean
}

export const retried = defineVerdict({
  id: 'retried',
  sentence: 'A client retries a call that failed with 503 or 499.',
  severity: 'advice',
  source: 'spec §7',
  guidance: 'Retry the call with back-off and the same idempotencyId.',
  exercise: ['fail-twice-then-succeed', 'outage-database', 'cancelled'],
  remember: () => recent<string, Failed>(),
  look(deed, failures, tell) {
    const { status } = deed
    const isFailed = status === 503 || status === 499
    if (!isFailed && failures.size === 0) return
    const key = attemptedIn(deed)
    if (key === null) return
    const before = failures.get(key)
    const isRepeated = before !== undefined && !deed.byLibrary && !mayBeUnread(before, deed)
    if (isRepeated) tell.met()
    if (isFailed) failures.set(key, { ...readOf(deed), repeated: isRepeated || (before?.repeated ?? false) })
    else failures.delete(key)
  },
  conclude(failures, tell) {
    tell.broken(...[...failures.values()].filter(({ repeated }) => !repeated).map(({ id }) => id))
  },
})

/**
 * Identifies the goal of a call: an order may be retried with a different idempotencyId, and an upload continues with the missing bytes.
 */
const attemptedIn = (deed: Facts & Before): string | null =>
  deed.operation === 'resumableUpload.appendToUpload'
    ? `${deed.environment} upload to ${namedIn(deed.path)}`
    : (deed.order?.content.toString() ?? requestOf(deed))

/** This many retries are too many if each comes within five minutes of the previous one. */
export const mostRepetitions = 10

export const retryEnd = defineVerdict({
  id: 'retry-end',
  sentence: 'A client gives up on a call that keeps failing.',
  severity: 'bad',
  source: 'spec §7',
  guidance: `Retry a call a few times, fewer than ${mostRepetitions}. Then report the failure, or try again much later.`,
  exercise: ['outage-all', 'internal-error', 'gateway-timeout'],
  /** Requests whose last retry failed. */
  remember: () => recent<string, true>(),
  look(deed, failing, tell) {
    const { id, attempts } = deed
    if (attempts.length === 0) return
    const request = requestOf(deed)
    if (request !== null && mayPass(deed)) failing.set(request, true)
    else if (request !== null) failing.delete(request)
    if (attempts.length >= mostRepetitions) tell.broken(attempts[0]?.id ?? id, id)
  },
  conclude(failing, tell) {
    if (failing.size > 0) tell.met()
  },
})

/** Retrying counts as endless once a request has failed this many times in a row without succeeding later. */
const endless = 20

export const retriesEnd = defineVerdict({
  id: 'retries-end',
  sentence: `A client gives up before a request has failed ${endless} times in a row.`,
  severity: 'bad',
  source: 'spec §7',
  guidance: 'Retry a call a few times, then give up. An order with a new idempotencyId still counts as the same request.',
  exercise: ['outage-all', 'internal-error'],
  atEnd({ calls }) {
    const requests = Map.groupBy(calls, askedBy)
    return [...requests].flatMap(([request, lines]) => {
      const failures = request === undefined ? [] : lines.slice(lines.findLastIndex((line) => !mayPass(outcomeOf(line))) + 1)
      const [first] = failures
      return failures.length < endless ? [] : `retries ${first?.operation ?? 'a call'} endlessly: ${endless} or more failures in a row`
    })
  },
})

const outcomeOf = ({ status, cut }: Line) => ({ status, lost: cut || status === null })

/** Identifies the caller and the request. An order retried with a new idempotencyId counts as the same request. */
function askedBy(line: Line): string | undefined {
  const facts = factsOf(line, line.at)
  const request = facts.order ? `${line.operation} ${facts.order.content}` : requestOf(facts)
  return request === null ? undefined : `${line.environment} ${facts.caller} ${request}`
}

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
