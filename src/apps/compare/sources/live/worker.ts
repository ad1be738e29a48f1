/** The thread that compares calls. It gives way to the thread that forwards them. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createComparison } from '../../compare.ts'
import type { Order, Said } from './thread.ts'

// On Linux, this is the priority of the thread alone.
if (process.platform === 'linux') setPriority(0, 10)

const say = (said: Said) => parentPort?.postMessage(said)
const comparison = createComparison({ ...workerData, onResult: (outcome) => say({ says: 'result', outcome }) })

parentPort?.on('message', async (order: Order) => {
  if (order.does === 'add') comparison.add(order.exchange)
  else if (order.does === 'stop') comparison.stop()
  else say({ says: 'compared', compared: await comparison.finish() })
})
