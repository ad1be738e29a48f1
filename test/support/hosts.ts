/** Starts each host with a simulator behind it. Tests call all hosts with `fetch`. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { setupServer } from 'msw/node'
import { onTestFinished } from 'vitest'
import { createHandlers } from '../../mocks/handlers.ts'
import { createClient, type Identity } from '../../src/client.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { standinRouter } from '../../src/express.ts'
import { startServer } from '../../src/hosts/server.ts'
import type { SimulatorOptions } from '../../src/simulator.ts'
import { base, standin } from './standin.ts'

type Send = (request: Request) => Promise<Response>
type Standin = ReturnType<typeof standin>

interface Carried {
  /** Scheme and host, and the path under which the service is mounted. */
  readonly origin: string
  readonly send: Send
}

async function onExpress({ simulator }: Standin): Promise<Carried> {
  const server = await startServer({ carrier: frontDoor(simulator), port: 0, host: '127.0.0.1', grace: 100 })
  onTestFinished(() => server.close())
  return { origin: server.url, send: (request) => fetch(request) }
}

/** Mounted in an Express app of a user. */
async function onMount({ simulator }: Standin): Promise<Carried> {
  const app = express().use('/apps', express.Router().use('/service', standinRouter(simulator)))
  return { origin: `${await served(app)}/apps/service`, send: (request) => fetch(request) }
}

/** The address of an app that listens on a port of its own until the test ends. */
export async function served(app: Express): Promise<string> {
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function onMsw({ simulator }: Standin): Promise<Carried> {
  const origin = 'http://service.test'
  const server = setupServer(...createHandlers(simulator, { origin }))
  server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(() => server.close())
  return { origin, send: (request) => fetch(request) }
}

const onFetch = async ({ send }: Standin): Promise<Carried> => ({ origin: base, send })

const carriers = { express: onExpress, mounted: onMount, msw: onMsw, fetch: onFetch }
export type HostName = keyof typeof carriers
export const hostNames = Object.keys(carriers) as HostName[]

/** A new simulator behind a host, and a client that calls it through the host. */
export async function hosted(host: HostName, options: Partial<SimulatorOptions> = {}) {
  const here = standin(options)
  const { origin, send } = await carriers[host](here)
  const token = async (as: Identity) => (await here.simulator.token(as)).token
  const wait = async () => void (await here.simulator.advance({ by: 1000 }))
  const clientOf = (prefix = '') => createClient({ base: origin + prefix, send, token, wait })
  return { ...here, origin, send, client: clientOf(), clientOf }
}
