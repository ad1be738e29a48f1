/** Starts each host with a simulator, so that tests can call any host with `fetch`. */
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import express from 'express'
import { setupServer } from 'msw/node'
import { onTestFinished } from 'vitest'
import { createHandlers } from '../../mocks/handlers.ts'
import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { standinRouter } from '../../src/express.ts'
import { startServer } from '../../src/hosts/http/server.ts'
import { createClient, type Identity } from '../../src/service/areas/client.ts'
import { liveHosts } from '../../src/service/wire/vocabulary.ts'
import { twoServers } from './forwarding.ts'
import { otherServer } from './listen.ts'
import { base, standin } from './standin.ts'
import { testCertificates } from './tls.ts'

type Send = (request: Request) => Promise<Response>
type Standin = ReturnType<typeof standin>

interface Carried {
  /** Scheme and host, and the path under which the service is mounted. */
  readonly origin: string
  readonly send: Send
}

const proxy = { names: [...liveHosts.keys()], certificate: async () => (await testCertificates()).proxied() }

async function onExpress({ simulator }: Standin): Promise<Carried> {
  const server = await startServer({ carrier: frontDoor(simulator), port: 0, host: '127.0.0.1', proxy, grace: 100 })
  onTestFinished(() => server.close())
  return { origin: server.url, send: (request) => fetch(request) }
}

async function onTls({ simulator }: Standin): Promise<Carried> {
  const { own: tls } = await testCertificates()
  const server = await startServer({ carrier: frontDoor(simulator), port: 0, host: '127.0.0.1', tls, proxy, grace: 100 })
  onTestFinished(() => server.close())
  return { origin: server.url, send: (request) => fetch(request) }
}

/** Starts a server that forwards every call to another server. */
async function onForwarding({ simulator }: Standin): Promise<Carried> {
  const { origin } = await twoServers(frontDoor(simulator), { proxy })
  return { origin, send: (request) => fetch(request) }
}

/** Mounts the service in a user's Express app. */
async function onMount({ simulator }: Standin): Promise<Carried> {
  const app = express().use('/apps', express.Router().use('/service', standinRouter(simulator)))
  return { origin: `${await otherServer(app)}/apps/service`, send: (request) => fetch(request) }
}

/** Turns unhandled calls into errors, with the option names of both MSW 3 and MSW 2. */
export const failUnhandled = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const

async function onMsw({ simulator }: Standin): Promise<Carried> {
  const origin = 'http://service.test'
  const server = setupServer(...createHandlers(simulator, { origin }))
  server.listen(failUnhandled)
  onTestFinished(() => server.close())
  return { origin, send: (request) => fetch(request) }
}

const onFetch = async ({ send }: Standin): Promise<Carried> => ({ origin: base, send })

const carriers = { express: onExpress, tls: onTls, forwarded: onForwarding, mounted: onMount, msw: onMsw, fetch: onFetch }
export type HostName = keyof typeof carriers
/** The hosts' names in `tools/fidelity/ledger.ts`, which lists their limits. */
export const ledgerNames: Record<HostName, string> = {
  express: 'HTTP and HTTPS (Node)',
  tls: 'HTTP and HTTPS (Node)',
  forwarded: 'HTTP and HTTPS (Node)',
  mounted: 'HTTP and HTTPS (Node)',
  msw: 'MSW in Node',
  fetch: 'Fetch in process (`simulator.fetch`)',
}
/** Hosts with a server of their own, whose connections a test can watch. */
export const servers = ['express', 'tls', 'forwarded'] as const
/** All hosts, or only the current project's host in `vitest.config.ts`. */
export const hostNames = (Object.keys(carriers) as HostName[]).filter((name) => (process.env.ONLY_HOST ?? name) === name)

/** Connects to the server at this origin, with TLS for https. */
export function connectTo(origin: string, options: { readonly allowHalfOpen?: boolean } = {}): Socket {
  const { protocol, hostname, port } = new URL(origin)
  const to = { host: hostname, port: Number(port), ...options }
  return protocol === 'https:' ? connectSecurely(to) : connect(to)
}

/** Creates a simulator behind a host, and a client that calls the simulator through the host. */
export async function hosted(host: HostName, options: Partial<SimulatorOptions> = {}) {
  const here = standin(options)
  const { origin, send } = await carriers[host](here)
  const token = async (as: Identity) => (await here.simulator.token(as)).token
  const wait = async () => void (await here.simulator.advance({ by: 1000 }))
  const clientOf = (prefix = '') => createClient({ base: origin + prefix, send, token, wait })
  return { ...here, origin, send, client: clientOf(), clientOf }
}
