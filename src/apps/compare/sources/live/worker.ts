/** The thread that compares calls, with a lower priority than the one that forwards them. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createComparison } from '../../compare.ts'
import { reportOf } from '../../report.ts'
import { gathering, type Order, type Result, type Said } from './thread.ts'

// On Linux, this is the priority of the thread alone.
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

const comparison = createComparison({
  ...workerData,
  onResult({ exchange, result }) {
    results.push([exchange.from, result])
    timer ??= setTimeout(flush, gathering)
  },
})

parentPort?.on('message', (order: Order) => void obey(order))

async function obey(order: Order): Promise<void> {
  if (order.does === 'add') for (const exchange of order.exchanges) comparison.add(exchange)
  else if (order.does === 'report') say({ says: 'report', report: reportOf(comparison.soFar(), order.facts) })
  else if (order.does === 'stop') comparison.stop()
  else {
    const compared = await comparison.finish()
    flush()
    say({ says: 'compared', compared })
  }
}
