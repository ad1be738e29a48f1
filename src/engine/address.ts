/** Which world, which environment, and which path of the service an address names. */
import { Misuse } from '../misuse.ts'
import type { EnvironmentName } from '../state/agenda.ts'
import { type Call, header } from '../wire/http/call.ts'

export interface Address {
  readonly world: string
  readonly environment: EnvironmentName
  /** The path within the service. */
  readonly path: string
  /** After the question mark. */
  readonly query: string
  /** Scheme and host by which the call came. */
  readonly origin: string
  /** What stood before the service's path: world and environment. */
  readonly prefix: string
}

export const defaultWorld = 'default'
const worldName = /^[a-z0-9-]{1,63}$/
const productionOrigin = 'https://platform.altinn.no'

/** Throws {@link Misuse} for a world that cannot be, and for a host that is not one: links are made of it. Source: decisions §2. */
export function readAddress(call: Call): Address {
  const { origin, rest } = splitOrigin(call)
  demandHost(origin)
  const mark = rest.indexOf('?')
  const whole = mark < 0 ? rest : rest.slice(0, mark)
  const named = header(call.headers, 'x-standin-world')
  let path = whole
  let world = named ?? defaultWorld
  if (path.startsWith('/worlds/')) {
    const end = path.indexOf('/', 8)
    world = end < 0 ? path.slice(8) : path.slice(8, end)
    path = end < 0 ? '' : path.slice(end)
  }
  if (!worldName.test(world)) throw new Misuse(`A world's name is 1 to 63 of a-z, 0-9 and -; not ${JSON.stringify(world.slice(0, 100))}.`)
  if (named !== undefined && named !== world)
    throw new Misuse(`The path names the world ${world}, X-Standin-World names ${JSON.stringify(named.slice(0, 100))}.`)
  let environment: EnvironmentName = origin === productionOrigin ? 'production' : 'test'
  if (path === '/production' || path.startsWith('/production/')) {
    environment = 'production'
    path = path.slice(11)
  }
  return {
    world,
    environment,
    path: path || '/',
    query: mark < 0 ? '' : rest.slice(mark + 1),
    origin,
    prefix: whole.slice(0, whole.length - path.length),
  }
}

/** What would make a path, a query or a user of a host. */
const beyondHost = /[\s/?#@\\]/

function demandHost(origin: string): void {
  const host = origin.slice(origin.indexOf('://') + 3)
  if (!beyondHost.test(host) && URL.canParse(origin)) return
  throw new Misuse(`${JSON.stringify(host.slice(0, 100))} is not a host. Send a Host header such as localhost:4300.`)
}

function splitOrigin({ url, headers }: Call): { origin: string; rest: string } {
  const scheme = url.startsWith('/') ? -1 : url.indexOf('://')
  if (scheme < 0) return { origin: `http://${header(headers, 'host') || 'localhost'}`, rest: url.startsWith('/') ? url : '/' }
  const start = scheme + 3
  const slash = url.indexOf('/', start)
  return slash < 0 ? { origin: url, rest: '/' } : { origin: url.slice(0, slash), rest: url.slice(slash) }
}
