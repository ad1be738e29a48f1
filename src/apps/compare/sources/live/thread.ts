/** Compares calls in a separate thread, so that clients never wait for it. */
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
  /** Called with each result, and again if a later reply changes it. `from`: the exchange's `from`. */
  onResult(from: string, result: Outcome['result']): void
}

export interface ComparingThread {
  /** Adds a call whose reply has ended. */
  add(exchange: Exchange): void
  /** Pauses the thread, which then starts at most one comparison every {@link mostPause} milliseconds. */
  pause(): void
  resume(): void
  /** Resolves with a report of the results so far. Never resolves if the thread ends first. */
  report(facts: Facts): Promise<Report>
  /** Discards the waiting calls. */
  stop(): void
  /** Compares the remaining calls. Rejects on a bug in Standin itself. */
  finish(): Promise<Compared>
}

/** A message to the thread. */
export type Order =
  | { readonly does: 'add'; readonly exchanges: readonly Exchange[] }
  | { readonly does: 'report'; readonly facts: Facts }
  | { readonly does: 'stop' }
  | { readonly does: 'finish' }

export type Result = readonly [from: string, result: Outcome['result']]

/** A message from the thread. */
export type Said =
  | { readonly says: 'results'; readonly results: readonly Result[] }
  | { readonly says: 'report'; readonly report: Report }
  | { readonly says: 'compared'; readonly compared: Compared }

export interface ThreadData {
  readonly options: ComparisonOptions
  /** The only element is 1 while the thread is paused. */
  readonly paused: Int32Array<SharedArrayBuffer>
}

/** Milliseconds for which calls are gathered into one message, because a message costs both threads as much as a call. */
export const gathering = 30

/** Maximum number of calls per message, because clients might wait while a message is copied. */
const mostGathered = 250

/** Maximum time in milliseconds by which a pause delays a comparison. */
export const mostPause = 50

const program = import.meta.url.endsWith('.ts') ? 'src/apps/compare/sources/live/worker.ts' : 'dist/comparing.js'

export function compareInThread({ onResult, ...given }: ThreadOptions): ComparingThread {
  const options = { ...given, isWhole: true }
  // The single-file program has no separate file for a thread.
  if (isOneFile()) {
    const own = createComparison({ ...options, onResult: ({ exchange, result }) => onResult(exchange.from, result) })
    return { ...own, report: async (facts) => reportOf(own.soFar(), facts), pause() {}, resume() {} }
  }
  const { folder, isBuilt } = ownPackage()
  const paused = new Int32Array(new SharedArrayBuffer(4))
  const workerData: ThreadData = { options, paused }
  // The built program does not need the options that Node.js was started with.
  const worker = new Worker(join(folder, program), { workerData, ...(isBuilt && { execArgv: [] }) })
  const { promise, resolve, reject } = Promise.withResolvers<Compared>()
  // `finish` reports the error.
  promise.catch(() => {})
  let reporting = Promise.withResolvers<Report>()
  worker.on('message', (said: Said) => {
    if (said.says === 'report') reporting.resolve(said.report)
    else if (said.says === 'compared') resolve(said.compared)
    else for (const [from, result] of said.results) onResult(from, result)
  })
  worker.on('error', reject).on('exit', (code) => reject(new Error(`The comparison thread exited with code ${code}.`)))
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
      // Sends the gathered calls once no call has been added for a while.
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
