/** Forwards calls to the servers that own their worlds, over a lasting link to each. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { clearInterval, setInterval } from 'node:timers'
import type { Call, PendingAnswer } from '../../wire/http/call.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import { BadFrame, type FrameOf, framesOf, writerOf } from './frames.ts'
import { NotAdmitted, openLink } from './link.ts'
import { type OutgoingCall, sendCall } from './outgoing-call.ts'
import { readSecret } from './proof.ts'

export interface ForwarderOptions {
  /** A random text of at least 32 bytes that all servers know. */
  readonly secret: () => Promise<string> | string
  alarm(defect: unknown): void
  /** Says why a server that is reachable takes no calls. */
  tell(text: string): void
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
  readonly write: (frame: Uint8Array) => void
  readonly calls: Map<number, OutgoingCall>
  /** The number of the newest call. */
  last: number
  /** The moments of the last frame that came, and of the end of the last call. */
  heard: number
  freed: number
  /** It gets no more calls. */
  isLeaving: boolean
}

/** What is known of another server. */
interface Peer {
  readonly address: string
  /** All of them; one that takes no more calls ends with its last one. */
  readonly links: Set<Link>
  /** The one that gets calls, when it is there. */
  current: Promise<Link | undefined> | Link | undefined
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

const isGood = (link: Peer['current']): link is Link =>
  link !== undefined && !(link instanceof Promise) && link.socket.writable && !link.isLeaving

/** The most calls of a link: their numbers have four bytes. */
const mostCalls = 2 ** 32 - 1

export function createForwarder({ secret, alarm, tell, connectTimeout = 3_000 }: ForwarderOptions): Forwarder {
  const id = randomBytes(16)
  const peers = new Map<string, Peer>()
  const numbers = new WeakMap<object, number>()
  let lastNumber = 0
  let looking: NodeJS.Timeout | undefined
  let lastLook = 0
  let isClosed = false

  const numberOf = (connection: object | undefined) => (connection === undefined ? 0 : getOrCreate(numbers, connection, () => ++lastNumber))

  function lookAtAll(): void {
    const now = performance.now()
    // A process that stood still has not read yet what came in the meantime.
    const stoodStill = now - lastLook > 2 * beat
    lastLook = now
    for (const peer of peers.values()) {
      for (const link of peer.links) {
        if (stoodStill) link.heard = now
        look(peer, link, now)
      }
      if (peer.links.size === 0 && peer.current === undefined) peers.delete(peer.address)
    }
    if (peers.size > 0) return
    clearInterval(looking)
    looking = undefined
  }
  function look(peer: Peer, link: Link, now: number): void {
    if (link.calls.size === 0 && now - link.freed > idleTime) retire(peer, link)
    else if (now - link.heard > silence) link.socket.destroy()
    else if (now - link.heard > quiet) link.write(frames.bare('ping'))
  }
  function retire(peer: Peer, link: Link): void {
    if (peer.current === link) peer.current = undefined
    link.isLeaving = true
    if (link.calls.size === 0) link.socket.end()
  }
  function take(peer: Peer, link: Link, name: FrameOf<'toForwarder'>, payload: Buffer, number: number): void {
    link.heard = performance.now()
    const call = link.calls.get(number)
    if (call) call.take(name, payload)
    else if (name === 'goodbye') retire(peer, link)
    else if (name !== 'pong') throw new BadFrame(`The owner sends "${name}" for a call that is over.`)
  }
  function lost(peer: Peer, link: Link): void {
    peer.links.delete(link)
    retire(peer, link)
    for (const call of link.calls.values()) call.lost()
    link.calls.clear()
  }
  async function open(peer: Peer): Promise<Link> {
    const { socket, begin } = await openLink({ address: peer.address, secret: await readSecret(secret), id, timeout: connectTimeout })
    const now = performance.now()
    const link: Link = { socket, write: writerOf(socket), calls: new Map(), last: 0, heard: now, freed: now, isLeaving: false }
    peer.links.add(link)
    peer.current = link
    if (isClosed) socket.destroy()
    begin({ take: (name, payload, number) => take(peer, link, name, payload, number), closed: () => lost(peer, link), alarm })
    return link
  }
  /** Undefined where no link can be had. */
  async function tryToOpen(peer: Peer): Promise<Link | undefined> {
    try {
      const link = await open(peer)
      peer.told = undefined
      return link
    } catch (error) {
      peer.current = undefined
      if (error instanceof NotAdmitted) {
        if (error.message !== peer.told) tell(`${error.message}\n`)
        peer.told = error.message
      }
      // The errors of connections have codes: no server is there.
      else if (!(error instanceof Error && 'code' in error)) alarm(error)
      return undefined
    }
  }
  function opened(peer: Peer): Promise<Link | undefined> {
    const { current } = peer
    if (current instanceof Promise) return current
    const opening = tryToOpen(peer)
    peer.current = opening
    return opening
  }
  function send(peer: Peer, link: Link, call: Call): OutgoingCall['answer'] {
    const number = ++link.last
    const { write, socket } = link
    const over = () => {
      link.calls.delete(number)
      link.freed = performance.now()
      if (link.isLeaving && link.calls.size === 0) socket.end()
    }
    const sent = sendCall({ number, write, over }, call, numberOf(call.connection))
    link.calls.set(number, sent)
    if (number === mostCalls) retire(peer, link)
    return sent.answer
  }

  return {
    async forward(call, address) {
      if (isClosed) return 'unreachable'
      looking ??= setInterval(lookAtAll, beat).unref()
      const peer = getOrCreate(peers, address, () => ({ address, links: new Set<Link>(), current: undefined, told: undefined }))
      const link = isGood(peer.current) ? peer.current : await opened(peer)
      return isGood(link) ? send(peer, link, call) : 'unreachable'
    },
    close() {
      isClosed = true
      clearInterval(looking)
      for (const { links } of peers.values()) for (const { socket } of links) socket.destroy()
    },
  }
}
