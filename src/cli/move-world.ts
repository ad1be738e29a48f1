/** Moves a world from one server to another. */
import { Misuse } from '../misuse.ts'
import { Failure } from './command.ts'
import { type Connection, remote } from './remote.ts'

export interface Servers {
  readonly from: Connection
  readonly to: Connection
}

/** Seconds that a world stays closed if this process dies: where it was, and where it goes. */
const lease = { from: 60, to: 86_400 }
/** Seconds that the old place refuses calls which the proxy still sends there. */
const refused = 3_600
/** Milliseconds between two renewals. */
const renewal = 20_000

/**
 * Resolves to whether the world had to move. A move that breaks off loses nothing: the next one goes on with it. Rejects with
 * {@link Failure} or {@link Misuse}, and the world is open where it was.
 */
export async function moveWorld(name: string, { from, to }: Servers): Promise<boolean> {
  const [here, there] = await Promise.all([find(name, from), find(name, to)])
  if (name === 'default' && here?.moved && there?.closed && !there.moved) {
    // The copy is whole, and the world may be empty here already. The move broke off before its end.
    await leave(name, from)
    await open(name, to)
    return true
  }
  if (!here || (name === 'default' && here.moved)) {
    if ((!there || there.moved) && name === 'default')
      throw new Misuse(`The default world has no records at ${from.url}, so that nothing is to move.`)
    if (!there) throw new Misuse(`There is no world ${JSON.stringify(name.slice(0, 100))} at ${from.url}.`, await namesAt(from))
    if (there.closed) await open(name, to)
    return false
  }
  if (there && !there.closed) throw new Failure(inBothPlaces(name, from.url, to.url))
  await carry(name, { from, to })
  await leave(name, from)
  await open(name, to)
  return true
}

/** The default world cannot be dropped. */
const inBothPlaces = (name: string, from: string, to: string) =>
  name === 'default'
    ? `The default world has records at ${from} and at ${to}. Reset it where they are not needed: standin reset --url <address>.`
    : `The world ${name} exists at ${from} and at ${to}. Drop it where it is not needed.`

/** Copies the world, closed in both places. The old place then stays closed. */
async function carry(name: string, { from, to }: Servers): Promise<void> {
  const closing = await close(name, from, lease.from)
  const renewing = setInterval(() => void close(name, from, lease.from).catch(() => {}), renewal)
  try {
    await close(name, to, lease.to)
    await copy(name, { from, to })
    if ((await close(name, from, refused, true)) !== closing)
      throw new Failure(`The world ${name} was opened at ${from.url} during its move.`)
  } catch (error) {
    await leave(name, to).catch(() => {})
    await open(name, to).catch(() => {})
    await open(name, from).catch(() => {})
    throw error
  } finally {
    clearInterval(renewing)
  }
}

async function copy(name: string, { from, to }: Servers): Promise<void> {
  const [source, target] = [from, to].map((server) => remote({ ...server, world: name, environment: 'test' })) as [Remote, Remote]
  const document = await source.call('control.takeSnapshot', { query: { journal: 'true' } })
  const restore = () => target.call('control.restoreSnapshot', { body: document })
  try {
    await restore()
  } catch (error) {
    // The choices are the files that the other server does not have.
    if (!(error instanceof Misuse && error.status === 409 && error.choices)) throw error
    for (const sha256 of error.choices) {
      const body = await source.bytes('control.readSnapshotContent', { params: { sha256 } })
      await target.call('control.putSnapshotContent', { params: { sha256 }, body })
    }
    await restore()
  }
}

type Remote = ReturnType<typeof remote>

const serverOf = (server: Connection) => remote({ ...server, world: 'default', environment: 'test' })

async function close(name: string, server: Connection, seconds: number, moved?: true): Promise<number> {
  const { closing } = await serverOf(server).call('control.closeWorld', { params: { name }, body: { seconds, ...(moved && { moved }) } })
  return closing
}

const open = (name: string, server: Connection) => serverOf(server).call('control.openWorld', { params: { name } })

/** The default world always exists, and is empty again. */
async function leave(name: string, server: Connection): Promise<void> {
  if (name === 'default') await serverOf(server).call('control.reset')
  else await serverOf(server).call('control.dropWorld', { params: { name } })
}

async function find(name: string, server: Connection) {
  const listed = (await worldsAt(server)).worlds.find((world) => world.name === name)
  return listed && (listed.moved || (await isHeld(listed, server))) ? listed : undefined
}

type ListedWorld = Awaited<ReturnType<typeof worldsAt>>['worlds'][number]

/** The default world always exists. It counts when it has records, or moves: then no server says what it has. */
export const isHeld = async ({ name, closed, moved }: ListedWorld, server: Connection): Promise<boolean> =>
  name !== 'default' || (closed ? !moved : hasRecords((await serverOf(server).call('control.showState')).environments))

function hasRecords(state: unknown): boolean {
  if (typeof state !== 'object' || state === null) return false
  return Object.entries(state).some(([member, value]) => (member === 'total' && value > 0) || hasRecords(value))
}

const namesAt = async (server: Connection) => (await worldsAt(server)).worlds.map(({ name }) => name).filter((name) => name !== 'default')

/** The worlds of one server, without those of its peers. */
export const worldsAt = (server: Connection) => serverOf(server).call('control.listWorlds', { query: { here: 'true', limit: '10000' } })
