/** Opens a connection to another server: a CONNECT, the proofs of both sides, then HTTP/2. */
import { once } from 'node:events'
import { request } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { request as requestSecurely } from 'node:https'
import type { Socket } from 'node:net'
import * as proofs from './proof.ts'
import { connectionWindow, sessionOptions } from './session.ts'

/** The peer is reachable but takes no calls of this server. */
export class NotAdmitted extends Error {}

interface Link {
  readonly session: ClientHttp2Session
  readonly socket: Socket
}

/** Rejects with {@link NotAdmitted}, or with the error of the connection. `timeout`: real milliseconds. */
export async function openLink(address: string, secret: string, timeout: number): Promise<Link> {
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
