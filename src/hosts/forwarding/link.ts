/** Opens a link to another server: an HTTP connection that speaks frames after both sides have shown that they know the secret. */
import { type RequestOptions, request } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from 'node:timers'
import { shownLine } from '../../quoting.ts'
import { type FrameOf, framesOf, readFrames } from './frames.ts'
import { introduction, isSame, type Meeting, newNonce, nonceHeader, proofOf, readNonce, reservedTarget } from './proof.ts'

/** The peer is reachable, and no server that takes calls of this one. */
export class NotAdmitted extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotAdmitted'
  }
}

export interface LinkEvents {
  /** Throws for a frame that does not fit, which closes the link. */
  take(name: FrameOf<'toForwarder'>, payload: Buffer, number: number): void
  /** Called once, when the link has closed. */
  closed(): void
  alarm(defect: unknown): void
}

interface Opening {
  readonly address: string
  readonly secret: string
  /** The id of the forwarder. */
  readonly id: Buffer
  /** Milliseconds of real time. */
  readonly timeout: number
}

const frames = framesOf('toOwner')

/** Rejects with {@link NotAdmitted}, or with the error of the connection. The result calls back when it is told to begin. */
export async function openLink(opening: Opening): Promise<{ readonly socket: Socket; begin(events: LinkEvents): void }> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), opening.timeout)
  try {
    return await meet(opening, giveUp.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function meet({ address, secret, id }: Opening, signal: AbortSignal) {
  const ofForwarder = newNonce()
  const { socket, ofOwner, early } = await connect(address, ofForwarder, signal)
  const meeting: Meeting = { secret, socket, id, ofForwarder, ofOwner }
  const welcomed = Promise.withResolvers<void>()
  let events: LinkEvents | undefined

  function answerOf(name: FrameOf<'toForwarder'>, payload: Buffer): void {
    if (name === 'refused') welcomed.reject(new NotAdmitted(`The server at ${address} refuses: ${shownLine(payload.toString())}`))
    else if (name !== 'welcome' || !isSame(payload, proofOf('owner', meeting)))
      welcomed.reject(new NotAdmitted(`The server at ${address} does not know the secret of this one.`))
    else welcomed.resolve()
  }
  const read = readFrames(
    'toForwarder',
    (name) => events !== undefined || name === 'welcome' || name === 'refused',
    (name, payload, number) => (events ? events.take(name, payload, number) : answerOf(name, payload)),
  )
  function fail(defect: unknown): void {
    socket.destroy()
    if (events) events.alarm(defect)
    else welcomed.reject(defect)
  }
  const giveUp = () => void socket.destroy()
  signal.addEventListener('abort', giveUp)
  socket.on('error', (error) => welcomed.reject(error)).on('end', () => socket.destroy())
  socket.on('close', () => {
    welcomed.reject(Object.assign(new Error(`The server at ${address} closed the connection.`), { code: 'ECONNRESET' }))
    events?.closed()
  })
  socket.on('data', (bytes) => {
    if (socket.destroyed) return
    try {
      read(bytes)
    } catch (defect) {
      fail(defect)
    }
  })
  socket.setNoDelay().setKeepAlive(true, 5_000)
  if (early.byteLength > 0) socket.unshift(early)
  socket.write(frames.of('proof', Buffer.concat([proofOf('forwarder', meeting), id])))
  try {
    await welcomed.promise
  } catch (error) {
    socket.destroy()
    throw error
  }
  signal.removeEventListener('abort', giveUp)
  return {
    socket,
    begin(given: LinkEvents) {
      events = given
      if (socket.destroyed) events.closed()
    },
  }
}

async function connect(address: string, ofForwarder: Buffer, signal: AbortSignal) {
  const url = new URL(address)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  // The proofs are bound to the TLS session, so the certificate need not be one that this machine trusts.
  const secured = { rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }
  const options: RequestOptions = {
    method: 'CONNECT',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    path: reservedTarget,
    headers: introduction(ofForwarder),
    agent: false,
    signal,
    ...(url.protocol === 'https:' && secured),
  }
  const open = url.protocol === 'https:' ? (await import('node:https')).request : request
  return new Promise<{ socket: Socket; ofOwner: Buffer; early: Buffer }>((resolve, reject) => {
    open(options)
      .on('error', reject)
      .on('response', (response) => {
        response.destroy()
        reject(new NotAdmitted(`The server at ${address} answers ${response.statusCode} and does not take calls of other servers.`))
      })
      .on('connect', (response, socket, early) => {
        const ofOwner = readNonce(response.headers[nonceHeader])
        if (response.statusCode === 200 && ofOwner) {
          resolve({ socket: socket as Socket, ofOwner, early })
          return
        }
        socket.destroy()
        reject(new NotAdmitted(`The server at ${address} answers ${response.statusCode} and does not take calls of other servers.`))
      })
      .end()
  })
}
