/** Determines a call's area, and the URL for the call on the real implementation. */

import { areaName } from '../service/areas/areas.ts'
import { operationFacts } from '../service/areas/facts.ts'
import { decode } from '../service/engine/route.ts'
import { Misuse } from '../service/wire/misuse.ts'
import type { AreaThere, EnvironmentFile } from './environment-file.ts'
import { type Exchanger, exchangeTarget } from './exchange.ts'

/** Each area's path prefix in the simulator. Notifications paths also work without a prefix. */
const prefixes: Readonly<Record<AreaThere, string>> = {
  notifications: '/notifications/api/v1',
  fileTransfer: '/broker/api/v1',
  events: '/events/api/v1',
  authentication: '/authentication/api/v1',
  tokenGenerator: '/api',
  maskinporten: '',
}
/** The areas that a prefix identifies. Maskinporten has no prefix. */
const areas = (Object.keys(prefixes) as AreaThere[]).filter((area) => prefixes[area] !== '')

const ofMaskinporten = /^\/(?:token|jwk|\.well-known\/oauth-authorization-server)$/i

/** The segments of each prefix, including the empty segment before the first slash. */
const prefixSegments = areas.map((area) => [area, prefixes[area].split('/')] as const)

export interface Target {
  /** The target as the client sent it. */
  readonly written: string
  readonly area: AreaThere
  /** The path below the prefix, with the query. */
  readonly below: string
}

/** Clients can send an absolute URL instead of a path. Dots and backslashes are resolved as in any URL. */
function urlOf(written: string): URL {
  const path = written.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*/i, '')
  return new URL(`http://standin.test${path.startsWith('/') ? '' : '/'}${path}`)
}

export function targetOf(written: string): Target {
  const { pathname, search } = urlOf(written)
  const segments = pathname.split('/')
  const area = ofMaskinporten.test(pathname)
    ? 'maskinporten'
    : prefixSegments.find(([, words]) => words.every((word, at) => decode(segments[at] ?? '').toLowerCase() === word))?.[0]
  const rest = area ? ['', ...segments.slice(prefixes[area].split('/').length)] : segments
  return { written, area: area ?? 'notifications', below: rest.join('/') + search }
}

export interface Destination {
  readonly area: AreaThere
  /** The path and query within the service, with values replaced. */
  readonly within: string
  readonly url: URL
  /** True if the call may place an order. */
  readonly mayOrder: boolean
}

/**
 * Returns a function that throws {@link Misuse} if the area has no URL, or if a server might resolve the path to a location outside the
 * area.
 */
export function destinationsAt({ name, addresses }: EnvironmentFile, outward: Exchanger): (target: Target) => Destination {
  const bases = new Map(
    (Object.keys(prefixes) as AreaThere[]).flatMap((area) => {
      const there = addresses[area]?.url
      if (there === undefined) return []
      const { origin, pathname } = new URL(there)
      return [[area, { there, origin, path: readPath(pathname) ?? '' }]]
    }),
  )
  const orders = bases.get('notifications')?.path
  return ({ written, area, below }) => {
    const base = bases.get(area)
    if (!base) throw new Misuse(`${name} has no address for ${area}: add addresses.${area}.`, undefined, 502)
    const theirs = exchangeTarget(below, outward)
    const url = new URL(base.there + theirs)
    const read = readPath(url.pathname)
    if (read === undefined || url.origin !== base.origin || url.username !== '' || !isWithin(read, base.path))
      throw new Misuse(
        `Not calling ${JSON.stringify(written.slice(0, 200))} at ${name}: servers might resolve the path to a location outside ${area}.`,
        undefined,
        409,
      )
    const mayOrder = area === 'notifications' || isOrderPath(read, base.path, orders ?? base.path)
    return { area, within: prefixes[area] + theirs, url, mayOrder }
  }
}

/**
 * True for a notifications path that was reached through another area's URL. Hosts are not compared, because a server might have several
 * names. `own`: the path of the area's URL. `orders`: the path of the notifications URL.
 */
function isOrderPath(read: string, own: string, orders: string): boolean {
  if (`${read}/`.includes(`${prefixes.notifications}/`)) return true
  if (!isWithin(read, orders) || orders.length < own.length) return false
  // If both areas begin with the same path, the next segment distinguishes them.
  return orders.length > own.length || orderWords.has(read.slice(orders.length).split('/')[1] ?? '')
}

/** The first segments of notifications paths. */
const orderWords = new Set(
  operationFacts
    .filter(({ id }) => areaName(id) === 'notifications')
    .flatMap(({ path }) => [path].flat())
    .map((path) => path.split('/')[1] ?? ''),
)

const isWithin = (read: string, base: string) => `${read}/`.startsWith(`${base}/`)

/** Maximum number of decoding passes, more than any server makes. */
const mostPasses = 8

/**
 * Returns a path as the most lenient server would read it: decoded repeatedly, lowercased, without segment parameters, with backslashes as
 * slashes, and with repeated slashes merged. Returns `undefined` if the decoded path contains dot segments, or
 * if servers might decode it differently.
 */
function readPath(path: string): string | undefined {
  let bytes = path
  for (let pass = 0; bytes.includes('%') && pass < mostPasses; pass++)
    bytes = bytes.replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  // Some servers read these bytes, which are invalid in UTF-8, as a dot or a slash.
  if (/[\xc0\xc1]/.test(bytes) || /%[\da-f]{2}/i.test(bytes)) return undefined
  const text = Buffer.from(bytes, 'latin1').toString().normalize('NFKC').replaceAll('\\', '/').toLowerCase()
  const segments = text.split('/').map((segment) => (segment.split(';')[0] ?? '').replace(/[\s\0]+/g, ''))
  if (segments.some((segment) => /^\.+$/.test(segment))) return undefined
  return segments
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment}`)
    .join('')
}

/** Replaces the real implementation's base URL in a Location header with the gateway's base URL. */
export function locationHere(location: string, there: string, base: string, area: AreaThere, inward: Exchanger): string {
  const { origin, pathname } = new URL(there)
  const below = location.startsWith(origin) ? location.slice(origin.length) : location
  const prefix = pathname === '/' ? '' : pathname
  if (!below.startsWith(`${prefix}/`)) return location
  const path = exchangeTarget(prefixes[area] + below.slice(prefix.length), inward)
  return location.startsWith(origin) ? base + path : path
}
