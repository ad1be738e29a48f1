/** Accepts connections of other servers, which forward calls to this one. */
import type { IncomingMessage } from 'node:http'
import { performServerHandshake, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers'
import { misuseAnswer } from '../../service/engine/misuse-answer.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { boundedCache, getOrCreate } from '../../service/wire/when-needed.ts'
import { refusalText } from '../proxy.ts'
import { type OwnerCarrier, receiveCalls } from './incoming-call.ts'
import * as proofs from './proof.ts'
import { connectionWindow, readBytes, sessionOptions } from './session.ts'

export interface AcceptOptions {
  /** The text that the other servers know, too. */
  readonly secret: () => Promise<string> | string
  readonly carrier: OwnerCarrier
  alarm(defect: unknown): void
}

export interface Acceptor {
  /** Takes over a connection after a CONNECT to the reserved name. False for any other CONNECT. */
  takes(req: IncomingMessage, socket: Socket, early: Buffer): boolean
  /** Tells the other servers to stop forwarding. Calls in flight get `grace` milliseconds of real time. */
  close(grace: number): void
}

/** Limit of connections without a proof. A new one replaces the oldest: a server proves itself at once, a stranger never. */
const unprovenLimit = 100
/** Real milliseconds of silence that a stranger, and a forwarder, is allowed. A forwarder sends a ping every second. */
const silence = { stranger: 5_000, forwarder: 15_000 }
/** The number of client connections to remember. */
const connectionLimit = 20_000
const strangers = `Only servers that share the data of this one, and its version of forwarding (${proofs.version}), may forward calls to it.`

export function acceptForwarded({ secret, carrier, alarm }: AcceptOptions): Acceptor {
  const sessions = new Set<ServerHttp2Session>()
  const unproven = new Set<Socket>()
  const connections = boundedCache<string, object>(connectionLimit)
  let isClosing = false
  const owner = {
    carrier: (call: Parameters<OwnerCarrier>[0]) => (isClosing ? undefined : carrier(call)),
    connectionOf: (name: string) => getOrCreate(connections, name, () => ({})),
    alarm,
  }

  async function meet(ofForwarder: Buffer, socket: Socket): Promise<void> {
    const meeting = { secret: await proofs.readSecret(secret), socket, ofForwarder, ofOwner: proofs.newNonce() }
    // Node's HTTP/2 aborts the process when a write of before ends after it has taken the socket over.
    await new Promise((resolve) => socket.write(proofs.welcome(meeting), resolve))
    const shown = await readBytes(socket, proofs.proofSize)
    unproven.delete(socket)
    if (isClosing || !proofs.isSame(shown, proofs.proofOf('forwarder', meeting))) socket.destroy()
    else serve(socket.setTimeout(0))
  }
  function serve(socket: Socket): void {
    const session = performServerHandshake(socket, sessionOptions)
    sessions.add(session)
    session
      .on('connect', () => session.setLocalWindowSize(connectionWindow))
      .on('error', () => session.destroy())
      .on('close', () => sessions.delete(session))
      // Node does not count a ping as activity.
      .on('ping', () => session.setTimeout(silence.forwarder))
      .setTimeout(silence.forwarder, () => session.destroy())
    receiveCalls(session, owner)
  }
  function wait(nonce: Buffer, socket: Socket): void {
    const [oldest] = unproven
    if (unproven.size >= unprovenLimit) oldest?.destroy()
    unproven.add(socket)
    socket.once('close', () => unproven.delete(socket)).setTimeout(silence.stranger, () => socket.destroy())
    void meet(nonce, socket).catch((defect: unknown) => {
      alarm(defect)
      refuse(socket, 503, 'This server cannot read the secret of forwarding now.')
    })
  }

  return {
    takes(req, socket, early) {
      if (req.url !== proofs.reservedTarget) return false
      socket.on('error', () => socket.destroy()).on('end', () => socket.destroy())
      if (early.byteLength > 0) socket.unshift(early)
      const nonce = proofs.readIntroduction(req.headers)
      if (nonce === undefined) refuse(socket, 403, strangers)
      else if (isClosing) refuse(socket, 503, 'This server takes no more calls of other servers now.')
      else wait(nonce, socket)
      return true
    },
    close(grace) {
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
