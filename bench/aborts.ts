/** Breaks off orders, uploads and downloads at seeded moments, and looks for what is left of them. */
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { startSimulator } from '../src/index.ts'
import { random } from '../src/state/random.ts'
import { initializeBody, orderBody, parties } from './calls.ts'

const count = 2_000
const draw = random('aborts', 1)
const { simulator, port, close } = await startSimulator({ port: 0, clock: 'frozen', rateLimits: 'off' })
const tokens = {
  orderer: (await simulator.token({ ...parties.orderer, ttl: 86_400 })).token,
  sender: (await simulator.token({ ...parties.sender, ttl: 86_400 })).token,
  recipient: (await simulator.token({ ...parties.recipient, ttl: 86_400 })).token,
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly type?: string
  readonly body?: string | Uint8Array
}

/** Sends a call; with a moment, in milliseconds, the line is cut then. Undefined: cut before the answer was whole. */
function ask({ method, path, token, type, body }: Asked, moment?: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }) }
    const sent = request({ port, method, path: `/${path}`, headers, agent: false }, (reply) => {
      let said = ''
      reply.on('data', (part: Buffer) => {
        said += part.length < 1_000 ? part.toString() : ''
      })
      reply.on('close', () => resolve(reply.complete ? said : undefined))
      reply.on('error', () => resolve(undefined))
    })
    sent.on('error', () => resolve(undefined))
    if (moment !== undefined) setTimeout(() => sent.destroy(), moment)
    if (typeof body !== 'object') {
      sent.end(body)
      return
    }
    // In two parts, so that the line can be cut between them.
    sent.write(body.subarray(0, body.length / 2))
    setTimeout(() => sent.end(body.subarray(body.length / 2)), 3)
  })
}

const transfers = 'broker/api/v1/filetransfer'
const content = new Uint8Array(3 * 2 ** 20).fill(7)
const json = 'application/json'
const octets = 'application/octet-stream'

async function initialized(nth: number): Promise<string> {
  const said = await ask({ method: 'POST', path: transfers, token: tokens.sender, type: json, body: initializeBody(nth) })
  return (JSON.parse(said ?? '') as { fileTransferId: string }).fileTransferId
}

const published = await initialized(0)
await ask({ method: 'POST', path: `${transfers}/${published}/upload`, token: tokens.sender, type: octets, body: content })

const tally = { orders: 0, uploads: 0, downloads: 0, whole: 0 }
for (let nth = 1; nth <= count; nth++) {
  const moment = Math.floor(draw.fraction() * 25)
  const kind = (['orders', 'uploads', 'downloads'] as const)[draw.next() % 3] ?? 'orders'
  const call: Asked =
    kind === 'orders'
      ? { method: 'POST', path: 'future/orders', token: tokens.orderer, type: json, body: orderBody(`order-${nth}`) }
      : kind === 'uploads'
        ? { method: 'POST', path: `${transfers}/${await initialized(nth)}/upload`, token: tokens.sender, type: octets, body: content }
        : { method: 'GET', path: `${transfers}/${published}/download`, token: tokens.recipient }
  tally[kind]++
  if ((await ask(call, moment)) !== undefined) tally.whole++
}
await wait(500)

const { orders, shipments, fileTransfers } = simulator.world.environments.test
const halves = orders.rows.all().filter(({ shipmentIds }) => shipmentIds.length !== 2 || shipmentIds.some((id) => !shipments.get(id)))
const kept = fileTransfers.rows.all().flatMap((transfer) => transfer.content ?? [])
const folder = readdirSync(tmpdir()).find((name) => name.startsWith(`standin-${process.pid}-`))
const files = folder === undefined ? 0 : readdirSync(`${tmpdir()}/${folder}`).length
const open = simulator.journal.calls.list().filter(({ ms }) => ms === null).length
const held = simulator.world.blobs.held.count
await close()
await wait(100)
const after = {
  ...tally,
  'half orders': halves.length + (shipments.size - 2 * orders.size),
  'contents kept': kept.length,
  'contents held': held,
  'files spooled before closing': files,
  'files after closing': readdirSync(tmpdir()).filter((name) => name.startsWith(`standin-${process.pid}-`)).length,
  'lines still open': open,
  'handles left':
    process
      .getActiveResourcesInfo()
      .filter((name) => /TCP|FS/.test(name))
      .join(' ') || 'none',
}
console.table(after)
if (after['half orders'] !== 0 || files !== kept.length || after['files after closing'] !== 0 || open !== 0) process.exitCode = 1
