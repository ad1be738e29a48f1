/** Opens a connection to another server: a CONNECT, the proofs of both sides, then HTTP/2. */
import { once } from 'node:events'
import { type RequestOptions, request } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import type { Socket } from 'node:net'
import * as proofs from './proof.ts'
import { connectionWindow, sessionOptions } from './session.ts'

/** The peer is reachable but takes no calls of this server. */
export class NotAdmitted extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotAdmitted'
  }
}

/** Rejects with {@link NotAdmitted}, or with the error of the connection. `timeout`: real milliseconds. */
export async function openLink(address: string, secret: string, timeout: number): Promise<{ session: ClientHttp2Session; socket: Socket }> {
  const signal = AbortSignal.timeout(timeout)
  const ofForwarder = proofs.newNonce()
  const { socket, ofOwner, proof } = await connect(address, ofForwarder, signal)
  socket.on('error', () => socket.destroy())
  const meeting = { secret, socket, ofForwarder, ofOwner }
  if (!proofs.isSame(proof, proofs.proofOf('owner', meeting))) {
    socket.destroy()
    throw new NotAdmitted(`The server at ${address} does not take calls of this one: this server has another secret.`)
  }
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

async function connect(address: string, ofForwarder: Buffer, signal: AbortSignal) {
  const url = new URL(address)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  // The proofs are bound to the TLS session, so this machine need not trust the certificate.
  const secured = { rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }
  const options: RequestOptions = {
    method: 'CONNECT',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    path: proofs.reservedTarget,
    headers: proofs.introduction(ofForwarder),
    agent: false,
    signal,
    ...(url.protocol === 'https:' && secured),
  }
  const open = url.protocol === 'https:' ? (await import('node:https')).request : request
  return new Promise<{ socket: Socket; ofOwner: Buffer; proof: Buffer }>((resolve, reject) => {
    const refused = (status: number | undefined) =>
      reject(new NotAdmitted(`The server at ${address} answers ${status} and does not take calls of other servers.`))
    open(options)
      .on('error', reject)
      .on('response', (response) => {
        response.destroy()
        refused(response.statusCode)
      })
      .on('connect', (response, socket, early) => {
        const welcome = response.statusCode === 200 ? proofs.readWelcome(response.headers) : undefined
        if (welcome) {
          if (early.byteLength > 0) socket.unshift(early)
          resolve({ ...welcome, socket: socket as Socket })
          return
        }
        socket.destroy()
        refused(response.statusCode)
      })
      .end()
  })
}
