/** Among several servers, a proxy brings a call to the server of the world in its address: a call about another world would tear that one apart. */
import { type Address, addressOf } from '../../engine/address.ts'
import { Misuse } from '../../misuse.ts'
import type { Settings } from '../../world/settings.ts'

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
