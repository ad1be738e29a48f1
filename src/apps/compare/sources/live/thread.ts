/** Compares calls in a thread of its own, so that the clients of this process never wait for it. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isOneFile, ownPackage } from '../../../../platform/node-package.ts'
import type { Claims } from '../../../../service/tokens/caller.ts'
import { createComparison } from '../../compare.ts'
import type { Compared, Exchange, Outcome } from '../../exchange.ts'

export interface ThreadOptions {
  readonly settle: number
  readonly as?: Claims | undefined
  /** Called with each result, and again with one that a later reply changes. */
  onResult(outcome: Outcome): void
}

/** The same as a comparison of this thread. */
export interface ComparingThread {
  /** Takes a call whose reply has ended. */
  add(exchange: Exchange): void
  /** Does not compare the calls that wait. */
  stop(): void
  /** Compares the rest. Rejects if Standin itself is at fault. */
  finish(): Promise<Compared>
}

/** Sent to the thread. */
export type Order = { readonly does: 'add'; readonly exchange: Exchange } | { readonly does: 'stop' } | { readonly does: 'finish' }
/** Sent back. */
export type Said = { readonly says: 'result'; readonly outcome: Outcome } | { readonly says: 'compared'; readonly compared: Compared }

const program = import.meta.url.endsWith('.ts') ? 'src/apps/compare/sources/live/worker.ts' : 'dist/comparing.js'

export function compareInThread({ onResult, ...options }: ThreadOptions): ComparingThread {
  // The program of one file has no file for a thread beside it.
  if (isOneFile()) return createComparison({ ...options, onResult })
  const worker = new Worker(join(ownPackage().folder, program), { workerData: options })
  const { promise, resolve, reject } = Promise.withResolvers<Compared>()
  // `finish` reports it.
  promise.catch(() => {})
  worker.on('message', (said: Said) => {
    if (said.says === 'result') onResult(said.outcome)
    else resolve(said.compared)
  })
  worker.on('error', reject).on('exit', (code) => reject(new Error(`The thread of the comparison ended with ${code}.`)))
  const tell = (order: Order) => worker.postMessage(order)
  return {
    add: (exchange) => tell({ does: 'add', exchange }),
    stop: () => tell({ does: 'stop' }),
    async finish() {
      tell({ does: 'finish' })
      try {
        return await promise
      } finally {
        await worker.terminate()
      }
    },
  }
}
