/** Standin, as it is built, with orders in it that all come due at once. */
import { keepCallsYoung } from '../src/cli/collector.ts'
import type { Call } from '../src/index.ts'
import { lookedUpBody, parties } from './calls.ts'
import { answer } from './child.ts'

const { createSimulator } = (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof import('../src/index.ts')

export interface Processed {
  readonly seconds: number
  /** Seconds of CPU. */
  readonly cpu: number
  readonly jobs: number
  /** Milliseconds for which the event loop was kept from everything else, at the longest: by the clock on the wall, and of CPU, where nobody else is counted who used the machine. */
  readonly longest: number
  readonly longestOfCpu: number
  /** Bytes. */
  readonly memory: number
}

/** Looks at every turn of the event loop how long the last one took. */
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

/** On a clock that stands until it is advanced. */
async function processed({ orders }: { orders: number }): Promise<Processed> {
  const simulator = createSimulator({ clock: 'frozen', rateLimits: 'off' })
  // As the command does.
  keepCallsYoung()
  const { token } = await simulator.token({ ...parties.orderer, ttl: 86_400 })
  const { signal } = new AbortController()
  const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let nth = 0; nth < orders; nth++) {
    const bytes = new TextEncoder().encode(lookedUpBody(`due-${nth}`))
    const body: Call['body'] = {
      collect: async () => bytes,
      async *chunks() {
        yield bytes
      },
    }
    const delivery = await simulator.carry({ method: 'POST', url: '/future/orders', headers, body, signal, isLocal: true })
    delivery.sent({ bytes: 0, complete: true })
    if (delivery.answer.status !== 201) throw new Error(`An order was answered ${delivery.answer.status}.`)
  }
  const watched = watch()
  const before = process.cpuUsage()
  const began = performance.now()
  const { total: jobs } = await simulator.advance({ until: 'settled' })
  const seconds = (performance.now() - began) / 1000
  const longest = watched()
  const { user, system } = process.cpuUsage(before)
  const open = simulator.world.environments.test.shipments.findMany().filter(({ status }) => status !== 'Order_Completed').length
  if (open > 0) throw new Error(`${open} of ${orders} orders were not completed.`)
  const memory = process.memoryUsage.rss()
  simulator.close()
  return { seconds, cpu: (user + system) / 1e6, jobs, longest: longest.wall, longestOfCpu: longest.cpu, memory }
}

answer({ processed })
