/** Forwards calls to the servers that own their worlds, over one lasting HTTP/2 connection to each. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { request as requestSecurely } from 'node:https'
import type { Socket } from 'node:net'
import { clearInterval, setInterval } from 'node:timers'
import type { Call, PendingAnswer } from '../../service/wire/call.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import { sendCall } from './outgoing-call.ts'
import * as proofs from './proof.ts'
import { connectionWindow, sessionOptions } from './session.ts'

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

/** Real milliseconds between two pings. */
const beat = 1_000
/** Real milliseconds of silence after which an owner is gone: a process that is stopped keeps its connections open. */
const silence = 4_000

export function createForwarder({ secret, alarm, tell, connectTimeout = 3_000 }: ForwarderOptions): Forwarder {
  const id = randomUUID()
  const current = new Map<string, Promise<ClientHttp2Session | undefined>>()
  const sessions = new Set<ClientHttp2Session>()
  /** The last complaint about each server that takes no calls. */
  const complaints = new Map<string, string>()
  const connections = new WeakMap<object, string>()
  let lastConnection = 0
  let isClosed = false

  const nameOf = (connection: object) => getOrCreate(connections, connection, () => `${id} ${++lastConnection}`)

  async function open(address: string): Promise<ClientHttp2Session | undefined> {
    const forget = () => current.delete(address)
    try {
      const { session, socket } = await openLink(address, await proofs.readSecret(secret), connectTimeout)
      complaints.delete(address)
      sessions.add(session)
      session.on('goaway', forget).on('close', () => {
        sessions.delete(session)
        forget()
      })
      watch(session, socket)
      if (isClosed) session.destroy()
      return session
    } catch (error) {
      forget()
      complain(address, error)
      return undefined
    }
  }
  function complain(address: string, error: unknown): void {
    if (error instanceof NotAdmitted) {
      if (error.message !== complaints.get(address)) tell(`${error.message}\n`)
      complaints.set(address, error.message)
    }
    // The errors of connections have codes: no server is there.
    else if (!(error instanceof Error && 'code' in error)) alarm(error)
  }

  return {
    async forward(call, address) {
      if (isClosed) return 'unreachable'
      const session = await getOrCreate(current, address, () => open(address))
      if (session === undefined || session.closed || session.destroyed) return 'unreachable'
      return sendCall(session, call, call.connection && nameOf(call.connection))
    },
    close() {
      isClosed = true
      for (const session of sessions) session.destroy()
    },
  }
}

/** Pings an owner, and ends the connection when nothing comes back. */
function watch(session: ClientHttp2Session, socket: Socket): void {
  let [heard, looked] = [performance.now(), performance.now()]
  let received = 0
  const timer = setInterval(() => {
    const now = performance.now()
    // A process that was suspended has not read yet what arrived in the meantime.
    if (socket.bytesRead > received || now - looked > 2 * beat) heard = now
    looked = now
    received = socket.bytesRead
    if (now - heard > silence) session.destroy()
    else session.ping(() => {})
  }, beat).unref()
  session.once('close', () => clearInterval(timer))
}

/** The peer is reachable but takes no calls of this server. */
class NotAdmitted extends Error {}

interface Link {
  readonly session: ClientHttp2Session
  readonly socket: Socket
}

/** Rejects with {@link NotAdmitted}, or with the error of the connection. `timeout`: real milliseconds. */
async function openLink(address: string, secret: string, timeout: number): Promise<Link> {
  const signal = AbortSignal.timeout(timeout)
  const ofForwarder = proofs.newNonce()
  const { protocol, hostname, port } = new URL(address)
  const options = {
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (protocol === 'https:' ? 443 : 80),
    path: proofs.reservedTarget,
    headers: proofs.introduction(ofForwarder),
    agent: false as const,
    signal,
  }
  // The proofs are bound to the TLS session, so this machine need not trust the certificate.
  const secured = { ...options, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }
  const [response, socket, early] = await once((protocol === 'https:' ? requestSecurely(secured) : request(options)).end(), 'connect')
  socket.on('error', () => socket.destroy())
  const welcome = response.statusCode === 200 ? proofs.readWelcome(response.headers) : undefined
  const meeting = { secret, socket, ofForwarder, ofOwner: welcome?.ofOwner ?? ofForwarder }
  if (!proofs.isSame(welcome?.proof, proofs.proofOf('owner', meeting))) {
    socket.destroy()
    const reason = welcome ? 'this server has another secret' : `it answers ${response.statusCode}`
    throw new NotAdmitted(`The server at ${address} takes no calls of this one: ${reason}.`)
  }
  socket.unshift(early)
  socket.setNoDelay().setKeepAlive(true, 5_000)
  await new Promise((resolve) => socket.write(proofs.proofOf('forwarder', meeting), resolve))
  const session = connectHttp2(address, { ...sessionOptions, createConnection: () => socket })
  session.on('connect', () => session.setLocalWindowSize(connectionWindow)).on('error', () => session.destroy())
  try {
    // The owner sends its settings once it has checked the proof.
    await once(session, 'remoteSettings', { signal })
  } catch (error) {
    session.destroy()
    throw error
  }
  return { session, socket }
}
