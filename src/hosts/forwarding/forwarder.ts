/** Forwards calls to the servers that own their worlds, over one lasting HTTP/2 connection to each. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { request as requestSecurely } from 'node:https'
import type { Socket } from 'node:net'
import { clearInterval, setInterval } from 'node:timers'
import type { Call } from '../../service/wire/call.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import { type Forwarded, sendCall } from './outgoing-call.ts'
import * as proofs from './proof.ts'
import { sessionOptions, withoutWindow } from './session.ts'

export interface ForwarderOptions {
  /** A random text of at least 32 bytes that all servers know. */
  readonly secret: () => Promise<string> | string
  alarm(defect: unknown): void
  /** Reports why a server that is reachable takes no calls. */
  tell(text: string): void
  /** Real milliseconds in which a server must accept a new connection. Default 3,000. */
  readonly connectTimeout?: number
}

export function createForwarder({ secret, alarm, tell, connectTimeout = 3_000 }: ForwarderOptions) {
  const id = randomUUID()
  const sessions = new Map<string, Promise<ClientHttp2Session | undefined>>()
  /** The last complaint about each server that takes no calls. */
  const complaints = new Map<string, string>()
  const connections = new WeakMap<object, string>()
  let lastConnection = 0
  let isClosed = false

  const nameOf = (connection: object) => getOrCreate(connections, connection, () => `${id} ${++lastConnection}`)

  async function open(address: string): Promise<ClientHttp2Session | undefined> {
    const forget = () => sessions.delete(address)
    try {
      const signal = AbortSignal.timeout(connectTimeout)
      const socket = await meet(address, await proofs.readSecret(secret), signal)
      const session = connectHttp2(address, { ...sessionOptions, createConnection: () => socket })
      withoutWindow(session).on('close', forget)
      watch(session, socket)
      // The owner sends its settings once it has checked the proof.
      await once(session, 'remoteSettings', { signal }).catch((error: unknown) => {
        session.destroy()
        throw error
      })
      complaints.delete(address)
      return session
    } catch (error) {
      forget()
      // The errors of connections have codes: no server is there.
      if (!(error instanceof NotAdmitted)) {
        if (!(error instanceof Error && 'code' in error)) alarm(error)
      } else if (error.message !== complaints.get(address)) {
        complaints.set(address, error.message)
        tell(`${error.message}\n`)
      }
      return undefined
    }
  }

  return {
    /** The answer of the server at an address, such as `http://10.0.0.7:4300`. */
    async forward(call: Call, address: string): Promise<Forwarded> {
      const session = isClosed ? undefined : await getOrCreate(sessions, address, () => open(address))
      if (session === undefined || session.closed || session.destroyed) return 'unreachable'
      return sendCall(session, call, call.connection && nameOf(call.connection))
    },
    /** Breaks the connections, and the calls in flight. */
    close(): void {
      isClosed = true
      for (const opening of sessions.values()) void opening.then((session) => session?.destroy())
    },
  }
}

/** Real milliseconds between two pings, and how many of them may pass in silence: a process that is stopped keeps its connections open. */
const pings = { beat: 1_000, silent: 4 }

/** Ends the connection when an owner is silent. Beats are counted, because time also passes while this process is suspended. */
function watch(session: ClientHttp2Session, socket: Socket): void {
  let [received, silent] = [0, 0]
  const timer = setInterval(() => {
    silent = socket.bytesRead > received ? 0 : silent + 1
    received = socket.bytesRead
    if (silent >= pings.silent) session.destroy()
    else session.ping(() => {})
  }, pings.beat).unref()
  session.once('close', () => clearInterval(timer))
}

/** The peer is reachable but takes no calls of this server. */
class NotAdmitted extends Error {}

/** A connection whose owner has proved itself, with the proof of this server. Rejects with {@link NotAdmitted}, or with the error of the connection. */
async function meet(address: string, secret: string, signal: AbortSignal): Promise<Socket> {
  const nonce = randomBytes(proofs.proofSize)
  const options = {
    method: 'CONNECT',
    path: proofs.reservedTarget,
    headers: { host: proofs.reservedTarget, ...proofs.introduction(nonce) },
    agent: false as const,
    signal,
    // The proofs are bound to the TLS session, so this machine need not trust the certificate.
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  }
  const connect = address.startsWith('https:') ? requestSecurely : request
  const [response, socket, early] = await once(connect(address, options).end(), 'connect')
  socket.on('error', () => socket.destroy())
  const owner = response.statusCode === 200 ? proofs.readIntroduction(response.headers) : undefined
  const nonces = [nonce, owner?.nonce ?? nonce]
  if (!proofs.isSame(owner?.proof, proofs.proofOf('owner', secret, socket, nonces))) {
    socket.destroy()
    const reason = owner ? 'this server has another secret' : `it answers ${response.statusCode}`
    throw new NotAdmitted(`The server at ${address} takes no calls of this one: ${reason}.`)
  }
  socket.unshift(early)
  socket.setNoDelay().setKeepAlive(true, 5_000)
  await new Promise((resolve) => socket.write(proofs.proofOf('forwarder', secret, socket, nonces), resolve))
  return socket
}
