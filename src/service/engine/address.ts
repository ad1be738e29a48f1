/** Parses and builds addresses: world, environment, and the path within the service. */

import { type Call, header, nameOf } from '../wire/call.ts'
import { Misuse, pathValue } from '../wire/misuse.ts'
import { liveHosts } from '../wire/vocabulary.ts'
import type { EnvironmentName } from '../world/records.ts'

export interface Address {
  readonly world: string
  readonly environment: EnvironmentName
  readonly path: string
  /** The query without the question mark. */
  readonly query: string
  /** The scheme, host and mount path that the call used. */
  readonly base: string
  /** World and environment: the part between the base and the path. */
  readonly prefix: string
}

export const defaultWorld = 'default'
/** Source: decisions §2. */
export const worldName = /^[a-z0-9-]{1,63}$/

/** Returns the URL of a world and environment: `http://host`, `http://host/worlds/mine/production`. Source: decisions §2. */
export function addressOf(origin: string, world = defaultWorld, environment: EnvironmentName = 'test'): string {
  return `${origin}${world === defaultWorld ? '' : `/worlds/${pathValue('world', world)}`}${environment === 'production' ? '/production' : ''}`
}

/**
 * Parses a call's address. Throws {@link Misuse} if the world name or the host is invalid. The host is checked because links start with it.
 * Source: decisions §2.
 */
export function readAddress(call: Call): Address {
  const { base, rest } = splitBase(call)
  const environment = environmentAt(base, header(call.headers, 'host'))
  const mark = rest.indexOf('?')
  const written = mark < 0 ? rest : rest.slice(0, mark)
  const whole = written.startsWith(metadata) ? withoutInsertion(written) : written
  const named = header(call.headers, 'x-standin-world')
  const parts = placeOf(whole)
  const world = parts.world ?? named ?? call.place?.world ?? defaultWorld
  if (world !== defaultWorld) demandWorldName(world)
  if (named !== undefined && named !== world)
    throw new Misuse(`The path specifies the world ${world}, but X-Standin-World specifies ${JSON.stringify(named.slice(0, 100))}.`)
  return {
    world,
    environment: parts.isProduction ? 'production' : (environment ?? call.place?.environment ?? 'test'),
    path: parts.path || '/',
    query: mark < 0 ? '' : rest.slice(mark + 1),
    base,
    prefix: whole.slice(0, whole.length - parts.path.length),
  }
}

/** Returns `undefined` where {@link readAddress} throws {@link Misuse}. */
export function addressIn(call: Call): Address | undefined {
  try {
    return readAddress(call)
  } catch (thrown) {
    if (thrown instanceof Misuse) return undefined
    throw thrown
  }
}

/** Splits a path such as `/worlds/mine/production/token` into world, environment and rest. */
export function placeOf(whole: string): { readonly world: string | undefined; readonly isProduction: boolean; readonly path: string } {
  let path = whole
  let world: string | undefined
  if (path.startsWith('/worlds/')) {
    const slash = path.indexOf('/', 8)
    const end = slash < 0 ? path.length : slash
    world = path.slice(8, end)
    path = path.slice(end)
  }
  const isProduction = path === '/production' || path.startsWith('/production/')
  return { world, isProduction, path: isProduction ? path.slice(11) : path }
}

export function demandWorldName(name: string): void {
  if (!worldName.test(name))
    throw new Misuse(`${JSON.stringify(name.slice(0, 100))} is not a world name. Use 1 to 63 characters: a-z, 0-9 and -.`)
}

const metadata = '/.well-known/oauth-authorization-server'

/** Moves the metadata path to the end. Clients insert it between the host and the world of an issuer (RFC 8414). */
function withoutInsertion(path: string): string {
  const world = path.slice(metadata.length).replace(/\/$/, '')
  return world !== '' && /^(?:\/worlds\/[^/]+)?(?:\/production)?$/.test(world) ? `${world}${metadata}` : path
}

/** Characters that start a path or query, or that end a user name. */
const outsideHost = /[\s/?#@\\]/

/** Returns the environment of a live host. Throws {@link Misuse} if the host is invalid. */
function environmentAt(base: string, host: string | undefined): EnvironmentName | undefined {
  // The base can end in a mount path.
  const start = base.indexOf('://') + 3
  const slash = base.indexOf('/', start)
  const reached = base.slice(start, slash < 0 ? undefined : slash)
  refuseInvalidHost(reached)
  if (host) refuseInvalidHost(host)
  return liveHosts.get(nameOf(reached))
}

function refuseInvalidHost(host: string): void {
  if (outsideHost.test(host) || !URL.canParse(`http://${host}`))
    throw new Misuse(`${JSON.stringify(host.slice(0, 100))} is not a host. Send a Host header such as localhost:4300.`)
}

function splitBase({ url, headers, base }: Call): { base: string; rest: string } {
  const scheme = url.startsWith('/') ? -1 : url.indexOf('://')
  if (scheme < 0) return { base: base ?? `http://${header(headers, 'host') || 'localhost'}`, rest: url.startsWith('/') ? url : '/' }
  const start = scheme + 3
  const slash = url.indexOf('/', start)
  return slash < 0 ? { base: base ?? url, rest: '/' } : { base: base ?? url.slice(0, slash), rest: url.slice(slash) }
}
