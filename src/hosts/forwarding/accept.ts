/** Accepts connections of other servers, which forward calls to this one. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { performServerHandshake, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers'
import { misuseAnswer } from '../../service/engine/misuse-answer.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { boundedCache, getOrCreate } from '../../service/wire/when-needed.ts'
import { refusalText } from '../proxy.ts'
import { type Owner, receiveCalls } from './incoming-call.ts'
import * as proofs from './proof.ts'
import { readBytes, sessionOptions, withoutWindow } from './session.ts'

export interface AcceptOptions extends Pick<Owner, 'carrier' | 'alarm'> {
  /** The text that the other servers know, too. */
  readonly secret: () => Promise<string> | string
}

export type Acceptor = ReturnType<typeof acceptForwarded>

/** Limit of connections without a proof. A new one replaces the oldest: a server proves itself at once, a stranger never. */
const unprovenLimit = 100
/** Real milliseconds of silence that a stranger, and a forwarder, is allowed. A forwarder sends a ping every second. */
const silence = { stranger: 5_000, forwarder: 15_000 }
/** The number of client connections to remember. */
const connectionLimit = 20_000
const strangers = `Only servers that share the data of this one, and its version of forwarding (${proofs.version}), may forward calls to it.`

export function acceptForwarded({ secret, carrier, alarm }: AcceptOptions) {
  const sessions = new Set<ServerHttp2Session>()
  const unproven = new Set<Socket>()
  const connections = boundedCache<string, object>(connectionLimit)
  let isClosing = false

  async function meet(ofForwarder: Buffer, socket: Socket): Promise<void> {
    const [oldest] = unproven
    if (unproven.size >= unprovenLimit) oldest?.destroy()
    unproven.add(socket)
    socket.once('close', () => unproven.delete(socket)).setTimeout(silence.stranger, () => socket.destroy())
    const [text, nonces] = [await proofs.readSecret(secret), [ofForwarder, randomBytes(proofs.proofSize)] as const]
    const headers = Object.entries(proofs.introduction(nonces[1], proofs.proofOf('owner', text, socket, nonces)))
    const welcome = `HTTP/1.1 200 Connection Established\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    // Node's HTTP/2 aborts the process when a write of before ends after it has taken the socket over.
    await new Promise((resolve) => socket.write(welcome, resolve))
    const shown = await readBytes(socket, proofs.proofSize)
    unproven.delete(socket)
    if (isClosing || !proofs.isSame(shown, proofs.proofOf('forwarder', text, socket, nonces))) socket.destroy()
    else serve(socket.setTimeout(0))
  }
  function serve(socket: Socket): void {
    const session = performServerHandshake(socket, sessionOptions)
    sessions.add(session)
    withoutWindow(session)
      .on('close', () => sessions.delete(session))
      // Node does not count a ping as activity.
      .on('ping', () => session.setTimeout(silence.forwarder))
      .setTimeout(silence.forwarder, () => session.destroy())
    receiveCalls(session, {
      carrier: (call) => (isClosing ? undefined : carrier(call)),
      connectionOf: (name) => getOrCreate(connections, name, () => ({})),
      alarm,
    })
  }

  return {
    /** Takes over a connection after a CONNECT to the reserved name. False for any other CONNECT. */
    takes(req: IncomingMessage, socket: Socket, early: Buffer): boolean {
      if (req.url !== proofs.reservedTarget) return false
      socket.on('error', () => socket.destroy()).on('end', () => socket.destroy())
      if (early.byteLength > 0) socket.unshift(early)
      const forwarder = proofs.readIntroduction(req.headers)
      if (!forwarder) refuse(socket, 403, strangers)
      else if (isClosing) refuse(socket, 503, 'This server takes no more calls of other servers now.')
      else {
        void meet(forwarder.nonce, socket).catch((defect: unknown) => {
          alarm(defect)
          refuse(socket, 503, 'This server cannot read the secret of forwarding now.')
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
  // The other side may go on sending, and gets a second to read the refusal.
  setTimeout(() => socket.destroy(), 1_000).unref()
}
