/** The hosts, each with a simulator behind it and called with `fetch`. */
import { setupServer } from 'msw/node'
import { onTestFinished } from 'vitest'
import { createHandlers } from '../../mocks/handlers.ts'
import { type As, createClient } from '../../src/client.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { startServer } from '../../src/hosts/express.ts'
import type { SimulatorOptions } from '../../src/simulator.ts'
import { base, standin } from './standin.ts'

type Send = (request: Request) => Promise<Response>
type Standin = ReturnType<typeof standin>

interface Carried {
  readonly origin: string
  readonly send: Send
}

async function onExpress({ simulator }: Standin): Promise<Carried> {
  const server = await startServer({ carrier: frontDoor(simulator), port: 0, host: '127.0.0.1', grace: 100 })
  onTestFinished(() => server.close())
  return { origin: server.url, send: (request) => fetch(request) }
}

async function onMsw({ simulator }: Standin): Promise<Carried> {
  const origin = 'http://service.test'
  const server = setupServer(...createHandlers(simulator, { origin }))
  server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(() => server.close())
  return { origin, send: (request) => fetch(request) }
}

const onFetch = async ({ send }: Standin): Promise<Carried> => ({ origin: base, send })

const carriers = { express: onExpress, msw: onMsw, fetch: onFetch }
export type HostName = keyof typeof carriers
export const hostNames = Object.keys(carriers) as HostName[]

/** A simulator of its own behind a host, with a client that goes through it. */
export async function hosted(host: HostName, options: Partial<SimulatorOptions> = {}) {
  const here = standin(options)
  const { origin, send } = await carriers[host](here)
  const token = async (as: As) => (await here.simulator.token(as)).token
  const moment = async () => void (await here.simulator.advance({ by: 1000 }))
  const clientOf = (prefix = '') => createClient({ base: origin + prefix, send, token, moment })
  return { ...here, origin, send, client: clientOf(), clientOf }
}
