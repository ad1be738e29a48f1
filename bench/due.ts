/** The process of the built Standin, with orders that are all due at once. */
import { shipments } from '../src/areas/notifications/records/shipment.ts'
import { keepCallsYoung } from '../src/cli/serve.ts'
import { lookedUpBody, parties } from './calls.ts'
import { carry } from './carry.ts'
import { answer } from './child.ts'

const { createSimulator } = (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof import('../src/index.ts')

export interface Processed {
  readonly seconds: number
  /** Seconds of CPU. */
  readonly cpu: number
  readonly jobs: number
  /** The longest turn of the event loop in milliseconds, by the wall clock and by CPU. Other processes disturb only the first. */
  readonly longest: number
  readonly longestOfCpu: number
  /** Bytes. */
  readonly memory: number
}

/** Measures every turn of the event loop. */
function watch() {
  const cpu = () => process.threadCpuUsage().user + process.threadCpuUsage().system
  const longest = { wall: 0, cpu: 0 }
  let last = { wall: performance.now(), cpu: cpu() }
  let watching = true
  setImmediate(function look() {
    const now = { wall: performance.now(), cpu: cpu() }
    longest.wall = Math.max(longest.wall, now.wall - last.wall)
    longest.cpu = Math.max(longest.cpu, (now.cpu - last.cpu) / 1000)
    last = now
    if (watching) setImmediate(look)
  })
  return () => {
    watching = false
    return longest
  }
}

/** The clock is frozen and then advanced once. */
async function processed({ orders }: { orders: number }): Promise<Processed> {
  const simulator = createSimulator({ clock: 'frozen', rateLimits: 'off' })
  // The command does the same.
  keepCallsYoung()
  const { token } = await simulator.token({ ...parties.orderer, ttl: 86_400 })
  for (let nth = 0; nth < orders; nth++) {
    const text = lookedUpBody(`due-${nth}`)
    await carry(simulator, { method: 'POST', url: '/future/orders', token, type: 'application/json', text, wanted: 201 })
  }
  const watched = watch()
  const before = process.cpuUsage()
  const began = performance.now()
  const { total: jobs } = await simulator.advance({ until: 'settled' })
  const seconds = (performance.now() - began) / 1000
  const longest = watched()
  const { user, system } = process.cpuUsage(before)
  const open = simulator.world.environments.test
    .of(shipments)
    .findMany()
    .filter(({ status }) => status !== 'Order_Completed').length
  if (open > 0) throw new Error(`${open} of ${orders} orders were not completed.`)
  const memory = process.memoryUsage.rss()
  simulator.close()
  return { seconds, cpu: (user + system) / 1e6, jobs, longest: longest.wall, longestOfCpu: longest.cpu, memory }
}

answer({ processed })
