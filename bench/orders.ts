/** Measures the cost of an order with lookup and reminder, and the time of 100,000 due orders. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { orderBody, orderCalls, plainOrderBody } from './calls.ts'
import { begin, type Used } from './child.ts'
import type { Processed } from './due.ts'
import type { Load, Loaded } from './load.ts'
import { median } from './median.ts'
import type { Started } from './standin.ts'

const rounds = 5
const seconds = 2
const due = 100_000
const runs = 3

interface Costs {
  /** CPU of the server, microseconds a call. */
  readonly plain: number
  readonly full: number
  /** Cost of a full order divided by that of a plain one: the median of the rounds. */
  readonly ratio: number
}

/** The two kinds take turns, so that other processes disturb both alike. */
async function costs(): Promise<Costs> {
  const [standin, caller] = [begin('standin.ts'), begin('load.ts')]
  let number = 0
  try {
    const { port, tokens } = await standin.ask<Started>('start', { records: 1_000 })
    const cpuOf = async (requests: readonly string[]) => {
      const load: Load = { port, connections: 32, seconds, requests, firstNumber: number }
      const before = await standin.ask<Used>('used')
      const { calls, statuses } = await caller.ask<Loaded>('load', load)
      const after = await standin.ask<Used>('used')
      if (statuses[201] !== calls) throw new Error(`Not all were answered 201: ${JSON.stringify(statuses)}`)
      number += calls
      return ((after.cpu - before.cpu) / calls) * 1000
    }
    const [plain = [], full = []] = [plainOrderBody, orderBody].map((bodyOf) => orderCalls(tokens.orderer, bodyOf))
    for (const warming of [plain, full]) await cpuOf(warming)
    const all: { plain: number; full: number }[] = []
    while (all.length < rounds) all.push({ plain: await cpuOf(plain), full: await cpuOf(full) })
    return {
      plain: median(all.map((round) => round.plain)),
      full: median(all.map((round) => round.full)),
      ratio: median(all.map((round) => round.full / round.plain)),
    }
  } finally {
    await Promise.all([standin.stop(), caller.stop()])
  }
}

/** Runs in a process of its own. */
async function processed(): Promise<Processed> {
  const child = begin('due.ts')
  try {
    return await child.ask<Processed>('processed', { orders: due })
  } finally {
    await child.stop()
  }
}

const cost = await costs()
const all: Processed[] = []
while (all.length < runs) all.push(await processed())

console.table([
  { what: 'a plain order', 'µs CPU a call': cost.plain.toFixed(1) },
  { what: 'an order with lookup and a reminder', 'µs CPU a call': cost.full.toFixed(1) },
])
console.log(`Lookup and a reminder make an order cost ${cost.ratio.toFixed(2)} times as much.`)
console.log(`${due} due orders on one advance, ${runs} times:`)
console.table(
  all.map((one) => ({
    s: one.seconds.toFixed(2),
    's CPU': one.cpu.toFixed(2),
    jobs: one.jobs,
    'longest stretch ms': one.longest.toFixed(1),
    'longest, ms CPU': one.longestOfCpu.toFixed(1),
    'MiB after': Math.round(one.memory / 2 ** 20),
  })),
)

mkdirSync('out', { recursive: true })
writeFileSync('out/bench-orders.json', `${JSON.stringify({ cost, processed: all }, null, 2)}\n`)
