/** Forwards calls to the servers that own their worlds, over a few lasting links to each. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { clearInterval, setInterval } from 'node:timers'
import type { Call, PendingAnswer } from '../../wire/http/call.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import { type FrameOf, framesOf } from './frames.ts'
import { openLink } from './link.ts'
import { type OutgoingCall, sendCall } from './outgoing-call.ts'
import { readSecret } from './proof.ts'

export interface ForwarderOptions {
  /** A random text of at least 32 bytes that all servers know. */
  readonly secret: () => Promise<string> | string
  alarm(defect: unknown): void
  /** Milliseconds of real time in which a server must take a new link. Default 3,000. */
  readonly connectTimeout?: number
}

export interface Forwarder {
  /**
   * The answer of the server at an address, such as `http://10.0.0.7:4300`. `not-here`: the server does not have the world, and has not
   * read the body. `unreachable`: nothing was sent on. After either, another server may get the call. Rejects with `OwnerGone` when the
   * server goes away while the call is on its way.
   */
  forward(call: Call, address: string): Promise<PendingAnswer | 'not-here' | 'unreachable'>
  /** Breaks the links, and the calls that are on their way. */
  close(): void
}

interface Link {
  readonly socket: Socket
  current: OutgoingCall | undefined
  /** The moments of the last frame that came, and of the end of the last call. */
  heard: number
  freed: number
  /** The owner takes no more calls. */
  isLeaving: boolean
}

/** The links to one address. */
interface Pool {
  readonly links: Set<Link>
  /** The last one is used first, so that the others fall idle. */
  readonly idle: Link[]
  /** How many links are being opened. */
  opening: number
  /** What was said last of a server that is reachable, and takes no calls. */
  told: string | undefined
}

/** Milliseconds of real time between two looks at the links. */
const beat = 1_000
/** After so many without a call, a link closes. */
const idleTime = 10_000
/** After so many without a word of the owner, it is called. */
const quiet = 2_000
/** After so many without a word of the owner, it is gone: a process that is stopped keeps its connections. */
const silence = 6_000

const frames = framesOf('toOwner')

export function createForwarder({ secret, alarm, connectTimeout = 3_000 }: ForwarderOptions): Forwarder {
  const id = randomBytes(16)
  const pools = new Map<string, Pool>()
  const numbers = new WeakMap<object, number>()
  let lastNumber = 0
  let looking: NodeJS.Timeout | undefined
  let isClosed = false

  const numberOf = (connection: object | undefined) =>
    connection === undefined ? 0 : (numbers.get(connection) ?? numbered(connection, ++lastNumber))
  function numbered(connection: object, number: number): number {
    numbers.set(connection, number)
    return number
  }

  function lookAtAll(): void {
    const now = performance.now()
    for (const [address, pool] of pools) {
      for (const link of pool.links) look(pool, link, now)
      if (pool.links.size === 0 && pool.opening === 0) pools.delete(address)
    }
    if (pools.size > 0) return
    clearInterval(looking)
    looking = undefined
  }
  function look(pool: Pool, link: Link, now: number): void {
    if (link.current === undefined && now - link.freed > idleTime) retire(pool, link)
    else if (now - link.heard > silence) link.socket.destroy()
    else if (now - link.heard > quiet) link.socket.write(frames.bare('ping'))
  }
  function retire({ idle }: Pool, link: Link): void {
    const at = idle.indexOf(link)
    if (at >= 0) idle.splice(at, 1)
    link.isLeaving = true
    if (link.current === undefined) link.socket.end()
  }
  function take(pool: Pool, link: Link, name: FrameOf<'toForwarder'>, payload: Buffer): void {
    link.heard = performance.now()
    if (name === 'pong') return
    if (name === 'goodbye') retire(pool, link)
    else link.current?.take(name, payload)
  }
  async function open(pool: Pool, address: string): Promise<Link> {
    const { socket, begin } = await openLink({ address, secret: await readSecret(secret), id, timeout: connectTimeout })
    const now = performance.now()
    const link: Link = { socket, current: undefined, heard: now, freed: now, isLeaving: isClosed }
    pool.links.add(link)
    begin({
      take: (name, payload) => take(pool, link, name, payload),
      closed() {
        pool.links.delete(link)
        retire(pool, link)
        const { current } = link
        link.current = undefined
        current?.lost()
      },
      alarm,
    })
    if (isClosed) socket.destroy()
    return link
  }
  /** Undefined where no link can be had. */
  async function linkTo(pool: Pool, address: string): Promise<Link | undefined> {
    for (let link = pool.idle.pop(); link !== undefined; link = pool.idle.pop()) if (link.socket.writable) return link
    pool.opening++
    try {
      const link = await open(pool, address)
      pool.told = undefined
      return link.socket.writable ? link : undefined
    } catch (error) {
      // The errors of connections have codes: no server is there.
      const told = error instanceof Error && 'code' in error ? undefined : String(error)
      if (told !== undefined && told !== pool.told) alarm(error)
      pool.told = told
      return undefined
    } finally {
      pool.opening--
    }
  }

  return {
    async forward(call, address) {
      if (isClosed) return 'unreachable'
      looking ??= setInterval(lookAtAll, beat).unref()
      const pool = getOrCreate(pools, address, () => ({ links: new Set<Link>(), idle: [], opening: 0, told: undefined }))
      const link = await linkTo(pool, address)
      if (link === undefined) return 'unreachable'
      const sent = sendCall(link.socket, call, numberOf(call.connection), () => {
        link.current = undefined
        link.freed = performance.now()
        if (link.isLeaving) link.socket.end()
        else pool.idle.push(link)
      })
      link.current = sent
      return sent.answer
    },
    close() {
      isClosed = true
      clearInterval(looking)
      for (const { links } of pools.values()) for (const { socket } of links) socket.destroy()
    },
  }
}
