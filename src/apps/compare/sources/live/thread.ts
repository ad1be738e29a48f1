/** Compares calls in a thread of its own, so that the clients of this process never wait for it. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isOneFile, ownPackage } from '../../../../platform/node-package.ts'
import type { Claims } from '../../../../service/tokens/caller.ts'
import { createComparison } from '../../compare.ts'
import type { Compared, ComparisonOptions, Exchange, Outcome } from '../../exchange.ts'
import { type Facts, type Report, reportOf } from '../../report.ts'

export interface ThreadOptions {
  readonly settle: number
  readonly as?: Claims | undefined
  /** Called with each result, and again with one that a later reply changes. `from`: that of the exchange. */
  onResult(from: string, result: Outcome['result']): void
}

export interface ComparingThread {
  /** Takes a call whose reply has ended. */
  add(exchange: Exchange): void
  /** The thread does not begin comparisons, or only one every {@link mostPause} milliseconds. */
  pause(): void
  resume(): void
  /** Makes a report of the results so far. It never resolves if the thread ends before. */
  report(facts: Facts): Promise<Report>
  /** Does not compare the calls that wait. */
  stop(): void
  /** Compares the rest. Rejects if Standin itself is at fault. */
  finish(): Promise<Compared>
}

/** Sent to the thread. */
export type Order =
  | { readonly does: 'add'; readonly exchanges: readonly Exchange[] }
  | { readonly does: 'report'; readonly facts: Facts }
  | { readonly does: 'stop' }
  | { readonly does: 'finish' }

export type Result = readonly [from: string, result: Outcome['result']]

/** Sent back. */
export type Said =
  | { readonly says: 'results'; readonly results: readonly Result[] }
  | { readonly says: 'report'; readonly report: Report }
  | { readonly says: 'compared'; readonly compared: Compared }

export interface ThreadData {
  readonly options: ComparisonOptions
  /** The first number is 1 while the thread pauses. */
  readonly paused: Int32Array<SharedArrayBuffer>
}

/** Milliseconds in which messages are gathered: each costs both threads as much as a call. */
export const gathering = 30

/** Calls of one message at most, because a message is copied while clients may wait. */
const mostGathered = 250

/** Milliseconds by which a pause delays a comparison at most. */
export const mostPause = 50

const program = import.meta.url.endsWith('.ts') ? 'src/apps/compare/sources/live/worker.ts' : 'dist/comparing.js'

export function compareInThread({ onResult, ...given }: ThreadOptions): ComparingThread {
  const options = { ...given, isWhole: true }
  // The program of one file has no file for a thread beside it.
  if (isOneFile()) {
    const own = createComparison({ ...options, onResult: ({ exchange, result }) => onResult(exchange.from, result) })
    return { ...own, report: async (facts) => reportOf(own.soFar(), facts), pause() {}, resume() {} }
  }
  const { folder, isBuilt } = ownPackage()
  // The build needs none of the options with which Node.js was started.
  const paused = new Int32Array(new SharedArrayBuffer(4))
  const workerData: ThreadData = { options, paused }
  const worker = new Worker(join(folder, program), { workerData, ...(isBuilt && { execArgv: [] }) })
  const { promise, resolve, reject } = Promise.withResolvers<Compared>()
  // `finish` reports it.
  promise.catch(() => {})
  let reporting = Promise.withResolvers<Report>()
  worker.on('message', (said: Said) => {
    if (said.says === 'report') reporting.resolve(said.report)
    else if (said.says === 'compared') resolve(said.compared)
    else for (const [from, result] of said.results) onResult(from, result)
  })
  worker.on('error', reject).on('exit', (code) => reject(new Error(`The thread of the comparison ended with ${code}.`)))
  const tell = (order: Order) => worker.postMessage(order)
  let waiting: Exchange[] = []
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length > 0) tell({ does: 'add', exchanges: waiting })
    waiting = []
  }
  function resume(): void {
    Atomics.store(paused, 0, 0)
    Atomics.notify(paused, 0)
  }
  return {
    add(exchange) {
      waiting.push(exchange)
      if (waiting.length >= mostGathered) flush()
      // Sent when no call has ended for a moment.
      else timer = timer?.refresh() ?? setTimeout(flush, gathering)
    },
    pause: () => void Atomics.store(paused, 0, 1),
    resume,
    report(facts) {
      reporting = Promise.withResolvers()
      flush()
      tell({ does: 'report', facts })
      return reporting.promise
    },
    stop() {
      flush()
      resume()
      tell({ does: 'stop' })
    },
    async finish() {
      flush()
      resume()
      tell({ does: 'finish' })
      try {
        return await promise
      } finally {
        await worker.terminate()
      }
    },
  }
}
