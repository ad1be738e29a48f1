/** Measures calls per second with stored records against a bare server with replies of the same size. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeyPair, openAuthority } from '../src/platform/certificates.ts'
import { orderBody, orderCalls, overviewCalls, plainOrderBody } from './calls.ts'
import { begin, type Child, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import { median } from './median.ts'
import type { Started } from './standin.ts'

export interface Rate {
  /** Calls per second. */
  readonly rate: number
  /** CPU of the server in microseconds per call. */
  readonly cpu: number
}

export interface Measured {
  readonly standin: Rate
  readonly bare: Rate
  /** Rate of Standin divided by that of the bare server: the median of the rounds. */
  readonly ratio: number
  /** Bytes of Standin's process after the load. */
  readonly memory: number
  /** Bytes of a reply body. */
  readonly size: number
}

export interface Plan {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
}

/** Reads overviews and then creates orders of both kinds, in one Standin process. */
export async function throughput(records: number, plan: Plan): Promise<{ overview: Measured; order: Measured; looked: Measured }> {
  const [standin, caller] = [begin('standin.ts'), begin('load.ts')]
  try {
    const { port, tokens, ids } = await standin.ask<Started>('start', { records })
    const overview = await measure({ standin, caller, plan, port, status: 200, requests: overviewCalls(tokens.sender, ids) })
    const orders = { standin, caller, plan, port, status: 201 }
    const order = await counted({ ...orders, requests: orderCalls(tokens.orderer, (id) => plainOrderBody(`plain-${id}`)) })
    const looked = await counted({ ...orders, requests: orderCalls(tokens.orderer, orderBody) })
    return { overview, order, looked }
  } finally {
    await Promise.all([standin.stop(), caller.stop()])
  }
}

/** Reads overviews over HTTPS, against a bare HTTPS server with the same certificate. */
export async function overTls(records: number, plan: Plan): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-bench-'))
  const [standin, caller] = [begin('standin.ts'), begin('load.ts')]
  try {
    const tls = await (await openAuthority(folder)).issue(['127.0.0.1'])
    const { port, tokens, ids } = await standin.ask<Started>('start', { records, tls })
    return await measure({ standin, caller, plan, port, status: 200, requests: overviewCalls(tokens.sender, ids), tls })
  } finally {
    await Promise.all([standin.stop(), caller.stop()])
    rmSync(folder, { recursive: true })
  }
}

async function counted(setting: Setting): Promise<Measured> {
  const held = async () => (await setting.standin.ask<{ orders: number }>('held')).orders
  const before = await held()
  const { calls, ...measured } = await measure(setting)
  const made = (await held()) - before
  if (made !== calls) throw new Error(`${calls} orders were answered, ${made} are stored.`)
  return measured
}

interface Setting {
  readonly standin: Child
  readonly caller: Child
  readonly plan: Plan
  readonly port: number
  readonly status: number
  readonly requests: readonly string[]
  /** The certificate of both servers. Absent: both serve HTTP. */
  readonly tls?: KeyPair
}

/** The two servers take turns, so that other processes disturb both alike. */
async function measure({ standin, caller, plan, port, status, requests, tls }: Setting): Promise<Measured & { readonly calls: number }> {
  const bareServer = begin('bare.ts')
  let calls = 0
  async function load(seconds: number, to = port): Promise<Loaded> {
    const given: Load = { port: to, connections: plan.connections, seconds, requests, firstNumber: calls, secure: tls !== undefined }
    const loaded = await caller.ask<Loaded>('load', given)
    const [only, ...others] = Object.keys(loaded.statuses)
    if (only !== String(status) || others.length > 0) throw new Error(`Not all were answered ${status}: ${JSON.stringify(loaded.statuses)}`)
    if (to === port) calls += loaded.calls
    return loaded
  }
  try {
    const { size } = await load(2)
    const barePort = await bareServer.ask<number>('replies', { status, size, tls })
    await load(1, barePort)
    const rounds: { standin: Rate; bare: Rate }[] = []
    while (rounds.length < plan.rounds) {
      const ours = await rateOf(standin, () => load(plan.seconds))
      rounds.push({ standin: ours, bare: await rateOf(bareServer, () => load(plan.seconds, barePort)) })
    }
    const { memory } = await standin.ask<Used>('used')
    const typical = (who: 'standin' | 'bare'): Rate => ({
      rate: median(rounds.map((round) => round[who].rate)),
      cpu: median(rounds.map((round) => round[who].cpu)),
    })
    const ratio = median(rounds.map((round) => round.standin.rate / round.bare.rate))
    return { standin: typical('standin'), bare: typical('bare'), ratio, memory, size, calls }
  } finally {
    await bareServer.stop()
  }
}

async function rateOf(server: Child, load: () => Promise<Loaded>): Promise<Rate> {
  const before = await server.ask<Used>('used')
  const { calls, seconds } = await load()
  const after = await server.ask<Used>('used')
  return { rate: calls / seconds, cpu: ((after.cpu - before.cpu) / calls) * 1000 }
}
