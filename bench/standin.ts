/** Standin, as it is built, with records in it. */
import { keepCallsYoung } from '../src/cli/collector.ts'
import type { Call, RunningSimulator } from '../src/index.ts'
import { initializeBody, orderBody, parties } from './calls.ts'
import { answer } from './child.ts'

const { createSimulator, startSimulator } = (await import(
  new URL('../dist/index.js', import.meta.url).href
)) as typeof import('../src/index.ts')

export interface Started {
  readonly port: number
  readonly tokens: Readonly<Record<keyof typeof parties, string>>
  /** Some of the stored file transfers, from all over the table. */
  readonly ids: readonly string[]
}

let running: RunningSimulator

/** A clock that stands, so that nothing is measured but the calls. Their limits are counted, and never reached. */
async function start({ records }: { records: number }): Promise<Started> {
  const limits = Object.fromEntries(['initialize', 'upload', 'overview', 'download'].map((row) => [`fileTransfer.${row}`, 1_000_000_000]))
  const plain = createSimulator()
  const { fixtures } = plain.world
  plain.close()
  const callers = Object.values(parties).map(({ orgNo }) => ({ orgNo, limits }))
  running = await startSimulator({
    port: 0,
    clock: 'frozen',
    rateLimits: 'current',
    fixtures: { ...fixtures, callers },
  })
  // As the command does.
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

const { signal } = new AbortController()

/** As a host brings it, without the network. */
async function call(method: string, url: string, token: string, type: string, text: string, wanted: number): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const body: Call['body'] = {
    collect: async () => bytes,
    async *chunks() {
      yield bytes
    },
  }
  const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': type, 'content-length': String(bytes.length) }
  const { answer, sent } = await running.simulator.carry({ method, url, headers, body, signal, isLocal: true })
  sent({ bytes: 0, complete: true })
  const said = typeof answer.body === 'string' ? answer.body : ''
  if (answer.status !== wanted) throw new Error(`${method} ${url} was answered ${answer.status}: ${said}`)
  return said
}

/** Records held, so that nobody has to believe the answers. */
const held = () => {
  const { orders, shipments, fileTransfers } = running.simulator.world.environments.test
  return { orders: orders.size, shipments: shipments.size, fileTransfers: fileTransfers.size, ...running.simulator.world.blobs.held }
}

/** A file transfer that waits for its content, which will be scanned. */
async function openTransfer(): Promise<string> {
  const { token } = await running.simulator.token({ ...parties.sender, ttl: 86_400 })
  const made = await call('POST', '/broker/api/v1/filetransfer', token, 'application/json', initializeBody(0, true), 200)
  return (JSON.parse(made) as { fileTransferId: string }).fileTransferId
}

answer({
  start,
  openTransfer,
  held,
  settle: () => running.simulator.advance({ until: 'settled' }).then(({ total }) => total),
  reset: () => running.simulator.reset(),
  stop: () => running.close(),
})
