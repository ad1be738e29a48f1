/**
 * Measures memory per stored record after a GC, without the journal: `npm run bench:memory`. `--heap <file>` writes a heap snapshot for
 * Chromium's developer tools.
 */

import { parseArgs } from 'node:util'
import { writeHeapSnapshot } from 'node:v8'
import { carry, initializeBody, orderBody, parties, plainOrderBody } from './calls.ts'

const { createSimulator } = (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof import('../src/index.ts')

const { values } = parseArgs({ options: { heap: { type: 'string' } } })
/** Numbers of records: stored before the measurement, to let code, caches and tables grow, and stored during the measurement. */
const [before, counted] = [2_000, 20_000]

/** KiB per record of each kind. */
export interface Memory {
  readonly plain: number
  readonly full: number
  readonly transfer: number
}

type Store = (nth: number) => Promise<unknown>

/** Measures one kind of record in a simulator of its own. */
async function kibibytes(of: (send: Send) => Store, party: keyof typeof parties): Promise<number> {
  const simulator = createSimulator({ clock: 'frozen', now: '2026-06-01T10:00:00Z', rateLimits: 'off', journal: 0 })
  const { token } = await simulator.token({ ...parties[party], ttl: 86_400 })
  const store = of((url, type, text, wanted) => carry(simulator, { method: 'POST', url, token, type, text, wanted }))
  for (let nth = 0; nth < before; nth++) await store(nth)
  const base = held()
  for (let nth = before; nth < before + counted; nth++) await store(nth)
  const more = held() - base
  if (values.heap !== undefined) writeHeapSnapshot(`${values.heap}-${of.name || party}.heapsnapshot`)
  simulator.close()
  return more / counted / 1024
}

type Send = (url: string, type: string, text: string, wanted: number) => Promise<string>

function held(): number {
  if (!globalThis.gc) throw new Error('Run this with --expose-gc.')
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const order =
  (bodyOf: (id: string) => string) =>
  (send: Send): Store =>
  (nth) =>
    send('/future/orders', 'application/json', bodyOf(`order-${nth}`), 201)
const plain = order(plainOrderBody)
const full = order(orderBody)
const transfer =
  (send: Send): Store =>
  async (nth) => {
    const made = await send('/broker/api/v1/filetransfer', 'application/json', initializeBody(nth), 200)
    const { fileTransferId } = JSON.parse(made)
    await send(`/broker/api/v1/filetransfer/${fileTransferId}/upload`, 'application/octet-stream', '<report/>', 200)
  }

export const memory = async (): Promise<Memory> => ({
  plain: await kibibytes(plain, 'orderer'),
  full: await kibibytes(full, 'orderer'),
  transfer: await kibibytes(transfer, 'sender'),
})

if (import.meta.main) {
  const found = await memory()
  const goals: Memory = { plain: 1.2, full: 2, transfer: 2.5 }
  const names: Record<keyof Memory, string> = {
    plain: 'an order by email',
    full: 'an order to a person, with a reminder',
    transfer: 'an uploaded file transfer',
  }
  for (const kind of ['plain', 'full', 'transfer'] as const)
    console.log(`${names[kind]}: ${found[kind].toFixed(2)} KiB (goal: at most ${goals[kind]})`)
}
