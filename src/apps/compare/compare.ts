/** Compares calls to the real service with a Standin world, one at a time, in the order in which the real replies ended. */
import { nodePlatform } from '../../platform/node.ts'
import { contentSize } from './comparing/contents.ts'
import { createJudge } from './comparing/judge.ts'
import type { Compared, ComparisonOptions, Exchange } from './exchange.ts'

/** A waiting call, which is either compared (`take`) or, after a stop, left out (`leave`). */
interface Waiting {
  take(): Promise<void>
  leave(): void
}

const mostWaitingByDefault = { calls: 1_000, bytes: 64 * 2 ** 20 }

export function createComparison(options: ComparisonOptions) {
  const { onResult = () => {}, mostWaiting = mostWaitingByDefault } = options
  let queue: Waiting[] = []
  let waiting = { calls: 0, bytes: 0 }
  let isStopped = false
  const { breathe } = nodePlatform()
  let working: Promise<void> | undefined
  const judge = createJudge({ ...options, onResult })

  async function work(): Promise<void> {
    // Calls that are added during this round are handled in the next round.
    for (let round = queue; round.length > 0; round = queue) {
      queue = []
      for (const { take, leave } of round) {
        if (isStopped) leave()
        else await take()
        // Lets the timers and sockets of this process run first.
        await breathe()
      }
    }
    working = undefined
  }

  function later(waits: Waiting): void {
    queue.push(waits)
    working ??= work()
    // `finish` reports the error.
    working.catch(() => {})
  }

  return {
    /**
     * Adds a call whose reply has ended, and returns without waiting. Add calls in the order in which their replies ended. If too many calls
     * are waiting, the call is left out: its result is `too-late`, and `add` returns `left-out`.
     */
    add(exchange: Exchange) {
      const bytes = memoryOf(exchange)
      const isTooMuch = waiting.calls >= mostWaiting.calls || waiting.bytes + bytes > mostWaiting.bytes
      if (isStopped || isTooMuch) {
        const leave = judge.leave(exchange, 'too-late')
        later({ take: async () => leave(), leave })
        return 'left-out'
      }
      waiting = { calls: waiting.calls + 1, bytes: waiting.bytes + bytes }
      later({
        async take() {
          waiting = { calls: waiting.calls - 1, bytes: waiting.bytes - bytes }
          await judge.take(exchange)
        },
        leave: () => judge.leave(exchange, 'too-late')(),
      })
      return undefined
    },
    /** Number of calls waiting to be compared. */
    get waiting() {
      return waiting.calls
    },
    /** Resolves when all waiting calls have been compared. */
    async idle() {
      await working
    },
    /** The results so far. Later calls may change them. */
    soFar: judge.soFar,
    /** Counts the waiting calls as `too-late` instead of comparing them. */
    stop() {
      isStopped = true
    },
    /** Compares the remaining calls and closes the world. Rejects if Standin itself has a bug. */
    async finish() {
      try {
        await working
        return await judge.finish({ isStopped })
      } finally {
        judge.close()
      }
    },
  }
}

const memoryOf = ({ body, reply }: Exchange): number =>
  [body, reply?.body].reduce((sum, content) => sum + (content instanceof Uint8Array ? contentSize(content) : 0), 0)

/** Headers that some recordings omit. */
const mayBeAbsent = ['pragma', 'expires', 'tus-checksum-algorithm']

/** Compares recorded calls. `tell` is called before each call. */
export async function compareExchanges(
  exchanges: readonly Exchange[],
  { signal, tell, ...options }: ComparisonOptions & { readonly tell?: (done: number, of: number) => void; readonly signal?: AbortSignal },
): Promise<Compared> {
  const inOrder = exchanges.toSorted((one, other) => one.ended - other.ended)
  const comparison = createComparison({
    isStripped: exchanges.every(({ headers, claims }) => headers.authorization === undefined && !claims),
    lacks: new Set(mayBeAbsent.filter((name) => !exchanges.some(({ reply }) => reply?.headers[name] !== undefined))),
    began: inOrder.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY),
    ...options,
    mostWaiting: { calls: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
  })
  for (const [nth, exchange] of inOrder.entries()) {
    if (signal?.aborted) {
      comparison.stop()
      break
    }
    tell?.(nth, inOrder.length)
    comparison.add(exchange)
    await comparison.idle()
  }
  return comparison.finish()
}
