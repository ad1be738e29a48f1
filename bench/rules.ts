/** Measures the cost of rules and whether a slow row slows others, in one run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Call } from '../src/index.ts'
import { anyDocument, anyName } from '../src/wire/any-name.ts'
import { orderBody, orderCalls, overviewCalls, parties } from './calls.ts'
import { begin } from './child.ts'
import type { Load, Loaded } from './load.ts'
import { median } from './median.ts'
import type { Started } from './standin.ts'

const { createSimulator } = (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof import('../src/index.ts')

const refuse = { code: 'NOT-00004' }
const overview = 'fileTransfer.overview'
const hundred = (rule: (nth: number) => object) => Array.from({ length: 100 }, (_, nth) => rule(nth))

/** None of these rules ever applies. */
const sets: Readonly<Record<string, object[]>> = {
  'no rule': [],
  '1 rule for another row': [{ on: 'notifications.createOrder', refuse }],
  '1 rule for another organization': [{ on: overview, where: { org: '300000000' }, refuse }],
  '1 rule for a later call': [{ on: overview, calls: 1_000_000_000, refuse }],
  '100 rules for other rows': hundred(() => ({ on: 'notifications.createOrder', refuse })),
  '100 rules for other organizations': hundred((nth) => ({ on: 'all', where: { org: String(300_000_000 + nth) }, refuse })),
  '100 rules for later calls': hundred((nth) => ({ on: 'all', calls: 1_000_000_000 - nth, refuse })),
}

const calls = 20_000
const rounds = 25

/** A simulator with every set as a scenario, and a call that is answered at once. */
async function prepared() {
  const simulator = createSimulator({ clock: 'frozen', rateLimits: 'off' })
  const names = Object.keys(sets).filter((name) => sets[name]?.length)
  for (const [at, name] of names.entries()) simulator.scenarios.define(`set-${at}`, anyDocument({ summary: name, rules: sets[name] }))
  const { token } = await simulator.token({ ...parties.sender, ttl: 86_400 })
  const { signal } = new AbortController()
  const headers = { host: 'localhost', authorization: `Bearer ${token}` }
  const call: Call = {
    method: 'GET',
    url: '/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000',
    headers,
    signal,
    isLocal: () => true,
  }
  // The first call verifies the token.
  await simulator.carry(call)
  return {
    once() {
      const delivery = simulator.carry(call)
      if (delivery instanceof Promise) throw new Error('The call is not synchronous.')
      delivery.sent({ bytes: 0, complete: true })
      if (delivery.answer.status !== 404) throw new Error(`The call was answered ${delivery.answer.status}.`)
    },
    async switchTo(name: string) {
      await simulator.scenarios.off()
      if (names.includes(name)) await simulator.scenarios.use(anyName(`set-${names.indexOf(name)}`))
    },
    close: () => simulator.close(),
  }
}

/**
 * Microseconds of CPU per call for each set. The sets take turns. The cheapest round counts, because other processes disturb
 * it least.
 */
async function costs(): Promise<Record<string, number>> {
  const { once, switchTo, close } = await prepared()
  const best = new Map(Object.keys(sets).map((name) => [name, Number.POSITIVE_INFINITY]))
  for (let round = -5; round < rounds; round++) {
    for (const name of best.keys()) {
      await switchTo(name)
      const began = process.cpuUsage()
      for (let nth = 0; nth < calls; nth++) once()
      const { user, system } = process.cpuUsage(began)
      if (round >= 0) best.set(name, Math.min(best.get(name) ?? 0, (user + system) / calls))
    }
  }
  close()
  return Object.fromEntries(best)
}

/** Overviews per second over HTTP: alone, and beside a row whose calls wait 50 ms each. */
async function throughput() {
  const [standin, caller, other] = [begin('standin.ts'), begin('load.ts'), begin('load.ts')]
  try {
    const { port, tokens, ids } = await standin.ask<Started>('start', { records: 1_000 })
    const slow = { name: 'slow', summary: 'Slow', rules: [{ on: 'notifications.createOrder', latency: 'PT0.05S' }] }
    await fetch(`http://127.0.0.1:${port}/_standin/scenarios`, {
      method: 'POST',
      body: JSON.stringify(slow),
      headers: { 'content-type': 'application/json' },
    })
    await fetch(`http://127.0.0.1:${port}/_standin/scenarios/slow/active`, { method: 'PUT' })
    const plan = (requests: readonly string[], connections: number, more: Partial<Load> = {}): Load => ({
      port,
      connections,
      seconds: 2,
      requests,
      firstNumber: 0,
      ...more,
    })
    const read = () => caller.ask<Loaded>('load', plan(overviewCalls(tokens.sender, ids), 32))
    await read()
    const all: { alone: number; beside: number; waited: number }[] = []
    for (let round = 0, number = 0; round < 9; round++) {
      const alone = await read()
      const [beside, waiting] = await Promise.all([
        read(),
        other.ask<Loaded>('load', plan(orderCalls(tokens.orderer, orderBody), 8, { firstNumber: number, patient: true })),
      ])
      number += waiting.calls
      all.push({
        alone: alone.calls / alone.seconds,
        beside: beside.calls / beside.seconds,
        waited: (8 * waiting.seconds * 1000) / waiting.calls,
      })
    }
    const of = (name: 'alone' | 'beside' | 'waited') => median(all.map((round) => round[name]))
    return { alone: of('alone'), beside: of('beside'), waited: of('waited'), ratio: median(all.map(({ alone, beside }) => beside / alone)) }
  } finally {
    await Promise.all([standin.stop(), caller.stop(), other.stop()])
  }
}

const cost = await costs()
const plain = cost['no rule'] ?? Number.NaN
console.table(
  Object.entries(cost).map(([rules, µs]) => ({ rules, 'µs CPU a call': µs.toFixed(2), 'more than without': (µs - plain).toFixed(2) })),
)
const rates = await throughput()
console.table([
  { what: 'overviews alone', 'calls/s': Math.round(rates.alone) },
  { what: 'overviews beside a row that waits 50 ms', 'calls/s': Math.round(rates.beside), 'of alone': rates.ratio.toFixed(2) },
  { what: 'that row, from call to answer', 'ms a call': rates.waited.toFixed(1) },
])

mkdirSync('out', { recursive: true })
writeFileSync('out/bench-rules.json', `${JSON.stringify({ cost, rates }, null, 2)}\n`)
