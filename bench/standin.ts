/** The process that runs the built Standin with stored records. */

import { keepCallsYoung } from '../src/apps/cli/serving/serve.ts'
import type { RunningSimulator, StartOptions } from '../src/index.ts'
import type { KeyPair } from '../src/platform/certificates.ts'
import { fileTransfers } from '../src/service/areas/file-transfer/records/file-transfers.ts'
import { orders, shipments } from '../src/service/areas/notifications/records.ts'
import { fixturesOf } from '../src/service/areas/resources/records.ts'
import { carry, initializeBody, orderBody, parties } from './calls.ts'
import { answer } from './child.ts'

const { createSimulator, startSimulator } = (await import(
  new URL('../dist/index.js', import.meta.url).href
)) as typeof import('../src/index.ts')

export interface Started {
  readonly port: number
  readonly tokens: Readonly<Record<keyof typeof parties, string>>
  /** A sample of the stored file transfers. */
  readonly ids: readonly string[]
}

let running: RunningSimulator

/** Freezes the clock by default, so that only calls are measured. Calls count against rate limits that are never reached. */
async function start({
  records,
  ...given
}: { records: number; tls?: KeyPair } & Pick<StartOptions, 'data' | 'dataSync' | 'journal' | 'journalBytes' | 'clock'>): Promise<Started> {
  const limits = Object.fromEntries(['initialize', 'upload', 'overview', 'download'].map((row) => [`fileTransfer.${row}`, 1_000_000_000]))
  const plain = createSimulator()
  const fixtures = fixturesOf(plain.world)
  plain.close()
  const callers = Object.values(parties).map(({ orgNo }) => ({ orgNo, limits }))
  running = await startSimulator({
    port: 0,
    clock: 'frozen',
    ...given,
    rateLimits: 'current',
    fixtures: { ...fixtures, callers },
  })
  // The `standin start` command does this too.
  keepCallsYoung()
  const named = Object.entries(parties).map(async ([name, party]) => [
    name,
    (await running.simulator.token({ ...party, ttl: 86_400 })).token,
  ])
  const tokens = Object.fromEntries(await Promise.all(named)) as Started['tokens']
  const ids: string[] = []
  for (let nth = 0; nth < records; nth++) {
    const id = await storeTransfer(tokens.sender, nth)
    if (nth % Math.ceil(records / 1000) === 0) ids.push(id)
    await call('POST', '/future/orders', tokens.orderer, 'application/json', orderBody(`seed-${nth}`), 201)
  }
  return { port: running.port, tokens, ids }
}

async function storeTransfer(token: string, nth: number): Promise<string> {
  const made = await call('POST', '/broker/api/v1/filetransfer', token, 'application/json', initializeBody(nth), 200)
  const { fileTransferId } = JSON.parse(made)
  await call('POST', `/broker/api/v1/filetransfer/${fileTransferId}/upload`, token, 'application/octet-stream', '<report/>', 200)
  return fileTransferId
}

function call(method: string, url: string, token: string, type: string, text: string, wanted: number): Promise<string> {
  return carry(running.simulator, { method, url, token, type, text, wanted })
}

/** Returns the number of records, to check that every reply stored a record. */
const held = () => {
  const { of } = running.simulator.world.environments.test
  return {
    orders: of(orders).size,
    shipments: of(shipments).size,
    fileTransfers: of(fileTransfers).size,
    ...running.simulator.world.blobs.held,
  }
}

async function openTransfers({ count, scanned = false }: { count: number; scanned?: boolean }): Promise<string[]> {
  const { token } = await running.simulator.token({ ...parties.sender, ttl: 86_400 })
  const ids: string[] = []
  while (ids.length < count) {
    const made = await call('POST', '/broker/api/v1/filetransfer', token, 'application/json', initializeBody(ids.length, scanned), 200)
    ids.push((JSON.parse(made) as { fileTransferId: string }).fileTransferId)
  }
  return ids
}

answer({
  start,
  openTransfers,
  held,
  settle: () => running.simulator.advance({ until: 'settled' }).then(({ total }) => total),
  reset: () => running.simulator.reset(),
  stop: () => running.close(),
})
