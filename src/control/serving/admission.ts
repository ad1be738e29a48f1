/** Which calls of control rows are admitted: those of an admin or of our own page, and at the server of their world. */
import { type Address, addressOf } from '../../engine/address.ts'
import { Misuse } from '../../misuse.ts'
import { type Call, header } from '../../wire/http/call.ts'
import type { Settings } from '../../world/settings.ts'

/** Throws {@link Misuse} for all other callers. `base`: the address by which the call came. */
export function demandAdmin(call: Call, base: string, settings: Settings): void {
  demandOwnPage(call, base, settings)
  const { adminToken } = settings
  // A page whose origin is named in the settings may lie on another site. A call without an origin may come from any page.
  if (call.isLocal() && (call.headers.origin !== undefined || header(call.headers, 'sec-fetch-site') !== 'cross-site')) return
  if (!adminToken)
    throw new Misuse(
      'Control rows answer only this machine. Start Standin with --admin-token to reach them from another machine.',
      undefined,
      403,
    )
  const given = /^Bearer +(\S+)$/i.exec(header(call.headers, 'authorization') ?? '')?.[1]
  if (given === undefined || !sameText(given, adminToken)) {
    throw new Misuse('From another machine, control rows need the admin token: Authorization: Bearer <token>.', undefined, 401)
  }
}

/**
 * Throws {@link Misuse} for other pages. A browser names the origin of the page that calls. `*` opens the service to every page, and
 * control rows to none.
 */
export function demandOwnPage({ headers }: Call, base: string, { publicUrl, cors = [] }: Settings): void {
  const { origin } = headers
  if (origin === undefined) return
  const own = [base, ...(publicUrl === undefined ? [] : [publicUrl])].map((url) => new URL(url).origin)
  const allowed = [...own, ...cors].filter((each) => each !== '*' && each !== 'null')
  if (typeof origin === 'string' && allowed.includes(origin)) return
  const page = JSON.stringify(String(origin).slice(0, 100))
  throw new Misuse(`Control rows answer no web page of ${page}. They answer pages of these origins.`, allowed, 403)
}

/** Takes the same time for every wrong text of one length, so that the time reveals nothing. */
function sameText(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length
  for (let at = 0; at < given.length; at++) difference |= given.charCodeAt(at) ^ wanted.charCodeAt(at % wanted.length)
  return difference === 0
}

/**
 * Among several servers, a proxy brings a call to the server of the world in its address: a call about another world would tear that one
 * apart.
 */
export const isOneOfSeveral = ({ peers = [] }: Settings): boolean => peers.length > 0

/** The world that a control row is about by its path, as proxies read it; undefined for a path that names none. */
const namedIn = (path: string): string | undefined => /^\/_standin\/worlds\/([^/]+)/.exec(path)?.[1]

/** Throws {@link Misuse} for a call whose address names a world, and whose row another one. `name`: what the row reads in its path. */
export function demandItsServer(settings: Settings, { prefix, world, path, base }: Address, name: string): void {
  if (!isOneOfSeveral(settings)) return
  const routed = prefix === '' ? namedIn(path) : world
  if (routed !== name)
    throw misdirected(
      routed ?? world,
      name,
      `${base}/_standin/worlds/${name}${path
        .split('/')
        .slice(4)
        .map((part) => `/${part}`)
        .join('')}`,
    )
}

/** The same for what an assistant calls: its door lies at one world. */
export function demandDoorOf(settings: Settings, door: Address, { world, path }: Address): void {
  const meant = namedIn(path) ?? world
  if (isOneOfSeveral(settings) && meant !== door.world) throw misdirected(door.world, meant, `${addressOf(door.base, meant)}/_standin/mcp`)
}

const misdirected = (routed: string, meant: string, right: string) =>
  new Misuse(
    `This server is one of several (--peers). A proxy brings this call to the server of the world ${routed}, and it is about the world ${meant}. Use ${right}.`,
  )
