/** Compares calls in a thread with a lower priority than the thread that forwards calls. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createComparison } from '../../compare.ts'
import type { Exchange } from '../../exchange.ts'
import { reportOf } from '../../report.ts'
import { gathering, mostPause, type Order, type Result, type Said, type ThreadData } from './thread.ts'

// On Linux, this sets the priority of this thread only.
if (process.platform === 'linux') setPriority(0, 5)

const say = (said: Said) => parentPort?.postMessage(said)
let results: Result[] = []
let timer: NodeJS.Timeout | undefined

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  say({ says: 'results', results })
  results = []
}

const { options, paused }: ThreadData = workerData
const comparison = createComparison({
  ...options,
  onResult({ exchange, result }) {
    results.push([exchange.from, result])
    timer ??= setTimeout(flush, gathering)
  },
})

parentPort?.on('message', (order: Order) => void obey(order))

const waiting: Exchange[] = []
let working: Promise<void> | undefined

async function work(): Promise<void> {
  for (let exchange = waiting.shift(); exchange; exchange = waiting.shift()) {
    Atomics.wait(paused, 0, 1, mostPause)
    comparison.add(exchange)
    await comparison.idle()
  }
  working = undefined
}

async function obey(order: Order): Promise<void> {
  if (order.does === 'add') {
    waiting.push(...order.exchanges)
    working ??= work()
    // `finish` reports the error.
    working.catch(() => {})
  } else if (order.does === 'report') say({ says: 'report', report: reportOf(comparison.soFar(), order.facts) })
  else if (order.does === 'stop') comparison.stop()
  else {
    await working?.catch(() => {})
    const compared = await comparison.finish()
    flush()
    say({ says: 'compared', compared })
  }
}
