/**
 * Runs three servers on one PostgreSQL database, puts them under load, kills one, restarts it, and adds a fourth. Exits with code 1 if an
 * acknowledged order is lost, or a world is unavailable for too long.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startDatabase } from './database.ts'
import { roundRobin } from './proxy.ts'

const [worlds, connections] = [300, 50]
/**
 * In milliseconds: the time between two events in the cluster, the longest time that a world may be unavailable, and the timeout of a call.
 * A world is unavailable for at most 3 seconds if the servers have enough CPU. Here they share it with 50 clients.
 */
const [period, longestAway, patience] = [5_000, 10_000, 30_000]

const installed = join(import.meta.dirname, 'node_modules/standin/src/apps/cli/standin.js')
const command = existsSync(installed) ? installed : resolve(import.meta.dirname, '../../src/apps/cli/standin.js')
const adminToken = 'cluster'
const running = new Set<ChildProcess>()

interface Server {
  readonly name: string
  readonly port: number
  readonly url: string
  readonly child: ChildProcess
}

/** Finds a port outside the ephemeral range, so that a server can be restarted on it. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)])
  server.close()
  return isFree ? port : freePort()
}

async function start(name: string, port: number, data: string): Promise<Server> {
  const url = `http://127.0.0.1:${port}`
  const settings = ['--trust-proxy', 'on', '--rate-limits', 'off', '--log', 'off']
  const child = spawn(process.execPath, [command, 'start', '--port', String(port), '--instance', name, '--address', url, ...settings], {
    env: { ...process.env, STANDIN_DATA: data, STANDIN_ADMIN_TOKEN: adminToken },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  for (const began = Date.now(); ; await pause(50)) {
    const ready = await fetch(`${url}/_standin/ready`).catch(() => undefined)
    await ready?.bytes()
    if (ready?.status === 200) return { name, port, url, child }
    if (child.exitCode !== null || child.signalCode !== null || Date.now() - began > patience)
      throw new Error(`The server ${name} does not start.`)
  }
}

interface Order {
  readonly world: string
  readonly shipment: string
}

/** The clients' observations. */
const seen = { orders: [] as Order[], longestAway: 0, refusals: {} as Record<string, number> }
let isLoading = true

/** Places an order, and retries with the same id until it gets a reply, as a client should. */
async function place(proxy: string, token: string, world: string, idempotencyId: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const recipient = { recipientSms: { phoneNumber: '+4799990001', smsSettings: { body: 'Hello' } } }
  const body = JSON.stringify({ idempotencyId, recipient })
  for (const began = Date.now(); Date.now() - began < patience; await pause(50)) {
    const reply = await fetch(`${proxy}/worlds/${world}/future/orders`, { method: 'POST', headers, body }).catch(() => undefined)
    const text = await reply?.text().catch(() => undefined)
    const status = text === undefined ? 'broken' : String(reply?.status)
    if (status === '200' || status === '201') {
      seen.orders.push({ world, shipment: JSON.parse(text ?? '').notification.shipmentId })
      return
    }
    seen.refusals[status] = (seen.refusals[status] ?? 0) + 1
    if (!['broken', '502', '503'].includes(status)) throw new Error(`An order was answered ${status}: ${text}`)
    seen.longestAway = Math.max(seen.longestAway, Date.now() - began)
  }
  throw new Error(`The world ${world} is away for more than ${patience} milliseconds.`)
}

async function load(proxy: string, token: string): Promise<void> {
  let nth = 0
  const client = async () => {
    while (isLoading) {
      const mine = nth++
      await place(proxy, token, `world-${mine % worlds}`, `order-${mine}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
}

/** Counts the orders that cannot be read, asking the servers in turn. */
async function countLost(servers: readonly Server[], token: string): Promise<number> {
  const left = [...seen.orders.entries()]
  let lost = 0
  const reader = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [nth, { world, shipment }] = next
      const url = `${servers[nth % servers.length]?.url}/worlds/${world}/future/shipment/${shipment}`
      const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      await reply.bytes()
      if (reply.status !== 200) lost++
    }
  }
  await Promise.all(Array.from({ length: connections }, reader))
  return lost
}

function say(what: string, holds: boolean, figures: unknown): void {
  console.log(`${holds ? 'good' : 'BAD '}  ${what}: ${JSON.stringify(figures)}`)
  if (!holds) process.exitCode = 1
}

const database = startDatabase(await freePort())
const ports = [await freePort(), await freePort(), await freePort()]
const proxy = roundRobin(ports)
try {
  const [a, b, c] = (await Promise.all(ports.map((port, nth) => start('abc'.charAt(nth), port, database.url)))) as [Server, Server, Server]
  const proxyPort = await freePort()
  await once(proxy.listen(proxyPort, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${proxyPort}`
  const scopes = 'altinn:serviceowner/notifications.create'
  const token = await (await fetch(`${url}/api/GetEnterpriseToken?env=tt02&org=ttd&orgNo=991825827&scopes=${scopes}`)).text()

  const loading = load(url, token)
  // Failures in the meantime are reported at the end.
  loading.catch(() => {})
  await pause(period)
  b.child.kill('SIGKILL')
  await pause(period)
  const again = await start('b', b.port, database.url)
  await pause(period)
  const d = await start('d', await freePort(), database.url)
  ports.push(d.port)
  await pause(period)
  isLoading = false
  await loading

  const { orders, refusals } = seen
  say(`no world is away for more than ${longestAway} ms`, seen.longestAway <= longestAway, { milliseconds: seen.longestAway, refusals })
  const lost = await countLost([a, again, c, d], token)
  say('every answered order can be read, at whichever server', orders.length > 0 && lost === 0, { orders: orders.length, lost })
  const reply = await fetch(`${d.url}/_standin/worlds?limit=10000`, { headers: { authorization: `Bearer ${adminToken}` } })
  const { length } = ((await reply.json()) as { worlds: { name: string }[] }).worlds.filter(({ name }) => name.startsWith('world-'))
  say('the fourth server lists all worlds', length === worlds, { worlds: length })
} finally {
  isLoading = false
  proxy.close()
  proxy.closeAllConnections()
  for (const child of running) child.kill()
  for (const child of running) if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  database.stop()
}
