/** Finds the worlds that lie on another server than the one to which a proxy sends their calls. */
import { addressOf } from '../engine/address.ts'
import { Misuse } from '../misuse.ts'
import { Failure } from './failure.ts'
import { isHeld, worldsAt } from './move-world.ts'
import { type Connection, remote } from './remote.ts'

export interface Misplaced {
  readonly name: string
  /** Addresses of servers. */
  readonly from: string
  readonly to: string
}

/** Questions to the proxy at the same time. */
const atOnce = 16

/** Asks the servers for their worlds, and the proxy for each of them. Rejects with {@link Misuse} for a server without a name. */
export async function misplacedWorlds(proxy: string, urls: readonly string[], connection: Connection): Promise<Misplaced[]> {
  const servers = await Promise.all(
    urls.map(async (url) => {
      const { worlds, instance } = await worldsAt({ ...connection, url })
      if (instance === undefined) throw new Misuse(`The server ${url} has no name. Start it with --instance <name>.`)
      const held = await Promise.all(worlds.map((world) => isHeld(world, { ...connection, url })))
      return { url, instance, worlds: worlds.filter((_, nth) => held[nth]) }
    }),
  )
  const byName = new Map(servers.map(({ instance, url }) => [instance, url]))
  if (byName.size < urls.length) throw new Misuse(`Two of these servers have the same name (--instance): ${urls.join(', ')}.`)
  const placed = servers.flatMap(({ url, worlds }) => worlds.map(({ name }) => ({ name, from: url })))
  const found: Misplaced[] = []
  for (let at = 0; at < placed.length; at += atOnce) {
    const some = placed
      .slice(at, at + atOnce)
      .map(async (world) => ({ ...world, to: await placeOf(world.name, proxy, connection, byName) }))
    found.push(...(await Promise.all(some)))
  }
  return found.filter(({ from, to }) => from !== to)
}

async function placeOf(world: string, proxy: string, connection: Connection, byName: ReadonlyMap<string, string>): Promise<string> {
  const { instance = 'a server without a name' } = await remote({ ...connection, url: proxy, world, environment: 'test' }).call(
    'control.health',
  )
  const url = byName.get(instance)
  if (url !== undefined) return url
  throw new Failure(`${addressOf(proxy, world)} is answered by ${instance}, which --among does not name.`)
}
