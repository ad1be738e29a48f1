/** Forwards calls to the servers that own their worlds, over one lasting HTTP/2 connection to each. */
import { randomUUID } from 'node:crypto'
import type { ClientHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { clearInterval, setInterval } from 'node:timers'
import type { Call, PendingAnswer } from '../../wire/http/call.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import { NotAdmitted, openLink } from './link.ts'
import { sendCall } from './outgoing-call.ts'
import { readSecret } from './proof.ts'

export interface ForwarderOptions {
  /** A random text of at least 32 bytes that all servers know. */
  readonly secret: () => Promise<string> | string
  alarm(defect: unknown): void
  /** Reports why a server that is reachable takes no calls. */
  tell(text: string): void
  /** Real milliseconds in which a server must accept a new connection. Default 3,000. */
  readonly connectTimeout?: number
}

export interface Forwarder {
  /**
   * The answer of the server at an address, such as `http://10.0.0.7:4300`. `not-here`: the server does not have the world, and has not
   * read the body. `unreachable`: the server did not get the call. After either, another server may get the call. Rejects with `OwnerGone`
   * when the server goes away during the call.
   */
  forward(call: Call, address: string): Promise<PendingAnswer | 'not-here' | 'unreachable'>
  /** Breaks the connections, and the calls in flight. */
  close(): void
}

interface Link {
  readonly session: ClientHttp2Session
  readonly socket: Socket
  /** The bytes received so far, and when the last of them was noticed. */
  received: number
  heard: number
}

interface Peer {
  /** The connection that gets the next call. */
  link?: Promise<Link | undefined> | undefined
  /** The last complaint about a server that is reachable but takes no calls. */
  told?: string | undefined
}

/** Real milliseconds between two pings. */
const beat = 1_000
/** Real milliseconds of silence after which an owner is gone: a process that is stopped keeps its connections open. */
const silence = 4_000

export function createForwarder({ secret, alarm, tell, connectTimeout = 3_000 }: ForwarderOptions): Forwarder {
  const id = randomUUID()
  const peers = new Map<string, Peer>()
  const links = new Set<Link>()
  const connections = new WeakMap<object, string>()
  let lastConnection = 0
  let watching: NodeJS.Timeout | undefined
  let lastLook = 0
  let isClosed = false

  const nameOf = (connection: object | undefined) => connection && getOrCreate(connections, connection, () => `${id} ${++lastConnection}`)

  function watch(): void {
    const now = performance.now()
    // A process that was suspended has not read yet what arrived in the meantime.
    const wasSuspended = now - lastLook > 2 * beat
    lastLook = now
    for (const link of links) {
      if (wasSuspended || link.socket.bytesRead > link.received) link.heard = now
      link.received = link.socket.bytesRead
      if (now - link.heard > silence) link.session.destroy()
      else link.session.ping(() => {})
    }
    if (links.size > 0) return
    clearInterval(watching)
    watching = undefined
  }
  async function open(address: string, peer: Peer): Promise<Link> {
    const { session, socket } = await openLink(address, await readSecret(secret), connectTimeout)
    const now = performance.now()
    const link: Link = { session, socket, received: 0, heard: now }
    links.add(link)
    session.on('goaway', () => (peer.link = undefined))
    session.on('close', () => {
      links.delete(link)
      peer.link = undefined
    })
    if (isClosed) session.destroy()
    watching ??= setInterval(watch, beat).unref()
    lastLook = now
    return link
  }
  async function tryToOpen(address: string, peer: Peer): Promise<Link | undefined> {
    try {
      const link = await open(address, peer)
      peer.told = undefined
      return link
    } catch (error) {
      peer.link = undefined
      if (error instanceof NotAdmitted) {
        if (error.message !== peer.told) tell(`${error.message}\n`)
        peer.told = error.message
      }
      // The errors of connections have codes: no server is there.
      else if (!(error instanceof Error && 'code' in error)) alarm(error)
      return undefined
    }
  }

  return {
    async forward(call, address) {
      const peer = getOrCreate(peers, address, (): Peer => ({}))
      if (isClosed) return 'unreachable'
      peer.link ??= tryToOpen(address, peer)
      const link = await peer.link
      if (link === undefined || link.session.closed || link.session.destroyed) return 'unreachable'
      return sendCall(link.session, call, nameOf(call.connection))
    },
    close() {
      isClosed = true
      clearInterval(watching)
      for (const { session } of links) session.destroy()
    },
  }
}
