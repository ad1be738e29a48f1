/**
 * Runs three servers behind nginx or HAProxy, loads them, kills one, starts it again, and adds a fourth.
 * node examples/cluster/run.ts --proxy nginx --seconds 60     (Debian: apt install nginx-light haproxy)
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'

function optionsOf(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        proxy: { type: 'string', default: 'nginx' },
        seconds: { type: 'string', default: '60' },
        worlds: { type: 'string', default: '300' },
        connections: { type: 'string', default: '50' },
      },
    }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}. Valid: --proxy, --seconds, --worlds, --connections.`)
    process.exit(2)
  }
}
const values = optionsOf(process.argv.slice(2))
const proxies = ['nginx', 'haproxy']
const refusals = [
  ...(proxies.includes(values.proxy) ? [] : [`--proxy is "${values.proxy}". Valid: ${proxies.join(', ')}.`]),
  ...(['seconds', 'worlds', 'connections'] as const)
    .filter((name) => !/^[1-9]\d*$/.test(values[name]))
    .map((name) => `--${name} is "${values[name]}". Use a whole number from 1.`),
]
const program = `/usr/sbin/${values.proxy}`
if (refusals.length === 0 && !existsSync(program)) refusals.push(`There is no ${program}. Debian: apt install nginx-light haproxy.`)
if (refusals.length > 0) {
  console.error(refusals.join('\n'))
  process.exit(2)
}

const here = import.meta.dirname
const command = resolve(here, '../../src/cli/standin.js')
const folder = mkdtempSync(join(tmpdir(), 'standin-cluster-'))
const adminToken = 'cluster'
const children = new Set<ChildProcess>()
const agent = new Agent({ keepAlive: true, maxSockets: Number(values.connections) })

interface Server {
  readonly name: string
  readonly port: number
  readonly url: string
  child?: ChildProcess
}

function run(file: string, args: readonly string[], cwd = folder): ChildProcess {
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  children.add(child)
  return child
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

interface Call {
  readonly method?: string
  /** In the place of that of the URL, and sent as it is. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** 0: nothing answered. */
function call(url: string, { method = 'GET', path, headers = {}, body }: Call = {}): Promise<{ status: number; text: string }> {
  return new Promise((answered) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const type = sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) }
    const asked = request(url, { method, agent, ...(path !== undefined && { path }), headers: { ...type, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part)).on('error', () => {})
      response.on('end', () => answered({ status: response.statusCode ?? 0, text }))
    })
    asked.on('error', () => answered({ status: 0, text: '' })).end(sent)
  })
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await call(`${url}/_standin/ready`)).status === 200) return
    await pause(100)
  }
  throw new Error(`${url} is not ready.`)
}

const addressed = { authorization: `Bearer ${adminToken}` }

async function start(server: Server, peers: readonly Server[]): Promise<void> {
  const own = ['--port', String(server.port), '--instance', server.name, '--data', join(folder, `data-${server.name}`)]
  const same = ['--signing-key', join(folder, 'key.pem'), '--admin-token', adminToken, '--peers', peers.map(({ url }) => url).join(',')]
  server.child = run(process.execPath, [command, 'start', ...own, ...same, '--trust-proxy', 'on', '--rate-limits', 'off', '--log', 'off'])
  await untilReady(server.url)
}

const fresh = async (name: string): Promise<Server> => {
  const port = await freePort()
  return { name, port, url: `http://127.0.0.1:${port}` }
}

/** Writes the configuration of this folder for these servers, and starts the proxy. */
async function startProxy(servers: readonly Server[]): Promise<string> {
  const port = await freePort()
  const place = join(folder, `${values.proxy}-${port}`)
  mkdirSync(place)
  const isNginx = values.proxy === 'nginx'
  const file = isNginx ? 'nginx.conf' : 'haproxy.cfg'
  const line = ({ name, port: at }: Server) => (isNginx ? `    server 127.0.0.1:${at} max_fails=0;` : `  server ${name} 127.0.0.1:${at}`)
  const lines = readFileSync(join(here, file), 'utf8').replace('127.0.0.1:4300', `127.0.0.1:${port}`).split('\n')
  const isServer = (text: string) => /^ +server .*127\.0\.0\.1:430\d/.test(text)
  const first = lines.findIndex(isServer)
  const others = lines.filter((text) => !isServer(text))
  writeFileSync(join(place, file), others.toSpliced(first, 0, ...servers.map(line)).join('\n'))
  run(program, isNginx ? ['-p', place, '-c', join(place, file)] : ['-f', join(place, file)])
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return url
}

const names = Array.from({ length: Number(values.worlds) }, (_, at) => `world-${at}`)

/** By path or by header, as clients do. */
const atWorld = (proxy: string, world: string, byHeader: boolean, path: string, headers: Record<string, string>) =>
  byHeader
    ? { url: `${proxy}${path}`, headers: { ...headers, 'x-standin-world': world } }
    : { url: `${proxy}/worlds/${world}${path}`, headers }

interface Made {
  readonly world: string
  readonly shipment: string
}

/** Orders over all connections at once. Resolves to what was answered. */
async function load(proxy: string, token: string, seconds: number) {
  const made: Made[] = []
  const statuses = new Map<number, number>()
  const end = performance.now() + seconds * 1_000
  let orders = 0
  async function client(): Promise<void> {
    while (performance.now() < end) {
      const nth = orders++
      const world = names[nth % names.length] ?? ''
      const { url, headers } = atWorld(proxy, world, nth % 2 === 0, '/future/orders', { authorization: `Bearer ${token}` })
      const recipientSms = { phoneNumber: '+4799990001', smsSettings: { body: 'Hello' } }
      const { status, text } = await call(url, {
        method: 'POST',
        headers,
        body: { idempotencyId: `order-${nth}`, recipient: { recipientSms } },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) made.push({ world, shipment: JSON.parse(text).notification.shipmentId })
    }
  }
  await Promise.all(Array.from({ length: Number(values.connections) }, client))
  return { made, statuses: Object.fromEntries(statuses) }
}

/** The servers of each world, and its calls there. */
async function places(servers: readonly Server[]): Promise<Map<string, { server: string; calls: number }[]>> {
  const found = new Map<string, { server: string; calls: number }[]>()
  for (const { name: server, url } of servers) {
    const { text } = await call(`${url}/_standin/worlds?here=true&limit=10000`, { headers: addressed })
    for (const { name, calls } of JSON.parse(text).worlds)
      if (name !== 'default') found.set(name, [...(found.get(name) ?? []), { server, calls }])
  }
  return found
}

/** How many of the shipments cannot be read. */
async function lost(proxy: string, token: string, made: readonly Made[]): Promise<number> {
  let missing = 0
  const left = [...made]
  async function reader(): Promise<void> {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const { url, headers } = atWorld(proxy, one.world, false, `/future/shipment/${one.shipment}`, { authorization: `Bearer ${token}` })
      if ((await call(url, { headers })).status !== 200) missing++
    }
  }
  await Promise.all(Array.from({ length: Number(values.connections) }, reader))
  return missing
}

let good = true
function say(what: string, holds: boolean, figures: unknown): void {
  good &&= holds
  console.log(`${holds ? 'good' : 'BAD '}  ${what}: ${JSON.stringify(figures)}`)
}

async function main(): Promise<void> {
  const servers = await Promise.all(['a', 'b', 'c'].map(fresh))
  const [first, second] = servers as [Server, Server]
  // The first one makes the key.
  await start(first, servers)
  await Promise.all(servers.slice(1).map((server) => start(server, servers)))
  const proxy = await startProxy(servers)
  const token = (
    await call(`${proxy}/api/GetEnterpriseToken?env=tt02&org=ttd&orgNo=991825827&scopes=altinn:serviceowner/notifications.create`)
  ).text

  const { made, statuses } = await load(proxy, token, Number(values.seconds))
  const spread = await places(servers)
  const torn = [...spread].filter(([, at]) => at.length > 1).length
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const counted = [...spread.values()].flat().reduce((sum, { calls }) => sum + calls, 0)
  const perServer = servers.map(({ name }) => [...spread.values()].filter(([at]) => at?.server === name).length)
  say('no call was answered by a wrong server', torn === 0 && counted === answered && made.length === answered, {
    calls: answered,
    perSecond: Math.round(answered / Number(values.seconds)),
    statuses,
    tornWorlds: torn,
    worldsPerServer: perServer,
  })

  // A path can name a world in other places, and a call with dots in its path is about the world that Standin reads in it.
  const named = [
    ['PUT', '/_standin/worlds/*'],
    ['GET', '/.well-known/oauth-authorization-server/worlds/*'],
    ['GET', '/worlds/*?x=1'],
  ] as const
  for (const name of names)
    for (const [method, path] of named) await call(`${proxy}${path.replace('*', name)}`, { method, headers: addressed })
  for (const path of ['/worlds/dots-1/../dots-2/x', '/worlds/dots-3/%2e%2e/dots-4/x']) await call(proxy, { path })
  const other = await places(servers)
  const tornByName = [...other].filter(
    ([name, at]) => at.length > 1 || (spread.has(name) && at[0]?.server !== spread.get(name)?.[0]?.server),
  )
  const dots = await Promise.all(
    ['dots-1', 'dots-3'].map(async (name) => (await call(`${proxy}/worlds/${name}/_standin/state`, { headers: addressed })).status),
  )
  say('wherever a path names a world, the call reaches its server', tornByName.length === 0 && dots.every((status) => status === 200), {
    torn: tornByName.length,
    dots,
  })

  second.child?.kill('SIGKILL')
  if (second.child) await once(second.child, 'exit')
  const after = { itsWorlds: new Set<number>(), otherWorlds: new Set<number>() }
  for (const [world, [at]] of spread) {
    const shipment = made.find((one) => one.world === world)?.shipment
    const { status } = await call(`${proxy}/worlds/${world}/future/shipment/${shipment}`, { headers: { authorization: `Bearer ${token}` } })
    after[at?.server === second.name ? 'itsWorlds' : 'otherWorlds'].add(status)
  }
  const seen = { itsWorlds: [...after.itsWorlds], otherWorlds: [...after.otherWorlds] }
  say(
    'its worlds answer 502 or 503 when a server was killed, and the others go on',
    seen.itsWorlds.every((status) => [502, 503].includes(status)) && seen.otherWorlds.every((status) => status === 200),
    seen,
  )
  const { text } = await call(`${first.url}/_standin/worlds?limit=1`, { headers: addressed })
  say('the list of worlds names the server that is down', JSON.parse(text).unreachable.length === 1, JSON.parse(text).unreachable)

  await start(second, servers)
  const missing = await lost(proxy, token, made)
  say('nothing is lost when it is back', missing === 0, { shipments: made.length, missing })

  const fourth = await fresh('d')
  const all = [...servers, fourth]
  await start(fourth, all)
  const next = await startProxy(all)
  const moving = ['worlds', 'move', '--by', next, '--among', all.map(({ url }) => url).join(','), '--admin-token', adminToken, '--json']
  const began = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...moving], { maxBuffer: 2 ** 26 })
  const { total, failed } = JSON.parse(stdout)
  const took = Math.round(performance.now() - began)
  const share = total / spread.size
  const gone = await lost(next, token, made)
  const now = await places(all)
  const tornNow = [...now.values()].filter((at) => at.length > 1).length
  say(
    'at most 40 % of the worlds move to a fourth server, with their state',
    share <= 0.4 && failed.length === 0 && gone === 0 && tornNow === 0,
    {
      moved: total,
      of: spread.size,
      share: Math.round(share * 1000) / 10,
      milliseconds: took,
      missing: gone,
      failed: failed.length,
    },
  )
}

try {
  await main()
} finally {
  agent.destroy()
  // nginx takes its workers along.
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(
    [...children].filter((child) => child.exitCode === null && child.signalCode === null).map((child) => once(child, 'exit')),
  )
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = good ? 0 : 1
