/** Accepts connections from other servers that forward calls to this server. */
import type { IncomingMessage } from 'node:http'
import { createSecureServer, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers'
import { misuseAnswer } from '../../service/wire/error-answers.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { boundedCache, getOrCreate } from '../../service/wire/when-needed.ts'
import { refusalText } from '../http/proxy.ts'
import { type Owner, receiveCalls } from './incoming-call.ts'
import { keyFrom, reservedTarget, type Secret, secured, sessionOptions, version, versionHeader, withoutWindow } from './link.ts'

export interface AcceptOptions extends Pick<Owner, 'carrier' | 'alarm'> {
  readonly secret: Secret
}

export type Acceptor = ReturnType<typeof acceptForwarded>

/** Idle timeouts in milliseconds of real time: for an unauthenticated peer, and for a forwarder, which sends a ping every second. */
const silence = { stranger: 5_000, forwarder: 15_000 }
/** Maximum number of client connections to remember. */
const connectionLimit = 20_000
const strangers = `Only servers with the same database and the same forwarding version (${version}) may forward calls to this server.`

export function acceptForwarded({ secret, carrier, alarm }: AcceptOptions) {
  const sessions = new Set<ServerHttp2Session>()
  const unproven = new Set<Socket>()
  const connections = boundedCache<string, object>(connectionLimit)
  let isClosing = false

  async function meet(socket: Socket): Promise<void> {
    unproven.add(socket)
    socket.once('close', () => unproven.delete(socket))
    // By default, Node's HTTP server leaves a connection half open after the peer has ended it.
    socket.allowHalfOpen = false
    const key = await keyFrom(secret)
    await new Promise((resolve) => socket.write('HTTP/1.1 200 Connection Established\r\n\r\n', resolve))
    createSecureServer({ ...sessionOptions, ...secured, pskCallback: () => key, handshakeTimeout: silence.stranger })
      .once('session', (session) => {
        unproven.delete(socket)
        if (isClosing) session.destroy()
        else serve(session)
      })
      .emit('connection', socket)
  }
  function serve(session: ServerHttp2Session): void {
    sessions.add(session)
    withoutWindow(session)
      .on('close', () => sessions.delete(session))
      // Node does not count pings as activity.
      .on('ping', () => session.setTimeout(silence.forwarder))
      .setTimeout(silence.forwarder, () => session.destroy())
    receiveCalls(session, {
      carrier: (call) => (isClosing ? undefined : carrier(call)),
      connectionOf: (name) => getOrCreate(connections, name, () => ({})),
      alarm,
    })
  }

  return {
    /** Takes over the connection of a CONNECT request for the reserved name. Returns false for any other CONNECT request. */
    takes(req: IncomingMessage, socket: Socket, early: Buffer): boolean {
      if (req.url !== reservedTarget) return false
      socket.on('error', () => socket.destroy()).on('end', () => socket.destroy())
      if (early.byteLength > 0) socket.unshift(early)
      if (req.headers[versionHeader] !== version) refuse(socket, 403, strangers)
      else if (isClosing) refuse(socket, 503, 'This server is shutting down and does not accept forwarded calls.')
      else {
        void meet(socket).catch((defect: unknown) => {
          alarm(defect)
          refuse(socket, 503, 'This server cannot read its forwarding secret.')
        })
      }
      return true
    },
    /** Tells the other servers to stop forwarding. Calls in flight get `grace` milliseconds of real time. */
    close(grace: number): void {
      isClosing = true
      for (const socket of unproven) socket.destroy()
      for (const session of sessions) session.close()
      setTimeout(() => {
        for (const session of sessions) session.destroy()
      }, grace).unref()
    },
  }
}

function refuse(socket: Socket, status: number, text: string): void {
  socket.end(refusalText(misuseAnswer(new Misuse(text, undefined, status)), 'Refused'))
  // Waits for a second, because a peer that is still sending needs time to read the refusal.
  setTimeout(() => socket.destroy(), 1_000).unref()
}
