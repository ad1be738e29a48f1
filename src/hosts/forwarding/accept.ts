/** Takes the calls that other servers forward to this one. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from 'node:timers'
import { misuseAnswer } from '../../engine/misuse-answer.ts'
import { Misuse } from '../../misuse.ts'
import { refusalText } from '../proxy.ts'
import { framesOf, readFrames } from './frames.ts'
import type { OwnerCarrier } from './incoming-call.ts'
import { createOwnerLinks } from './owner-links.ts'
import {
  isSame,
  type Meeting,
  newNonce,
  nonceHeader,
  nonceSize,
  proofOf,
  readIntroduction,
  readSecret,
  reservedTarget,
  version,
} from './proof.ts'

export interface AcceptOptions {
  /** The text that the other servers know, too. */
  readonly secret: () => Promise<string> | string
  readonly carrier: OwnerCarrier
  alarm(defect: unknown): void
}

export interface Acceptor {
  /** Takes over a connection after a CONNECT to the reserved name. False for every other CONNECT. */
  takes(req: IncomingMessage, socket: Socket, early: Buffer): boolean
  /** Tells the other servers to forward no more. Calls that are on their way get `grace` milliseconds of real time. */
  close(grace: number): void
}

/** Milliseconds of real time in which a peer shows its proof. */
const patience = 5_000
/** How many peers may be about to show it. One more takes the place of the oldest: a server shows it at once, a stranger never. */
const mostUnproven = 100
const strangers = `Only servers that share the data of this one, and its version of forwarding (${version}), may forward calls to it.`

const frames = framesOf('toForwarder')

export function acceptForwarded({ secret, carrier, alarm }: AcceptOptions): Acceptor {
  const links = createOwnerLinks(carrier, alarm)
  const unproven = new Set<Socket>()
  let isClosing = false

  async function meet(ofForwarder: Buffer, socket: Socket, early: Buffer): Promise<void> {
    const meeting: Omit<Meeting, 'id'> = {
      secret: await readSecret(secret),
      socket,
      ofForwarder,
      ofOwner: newNonce(),
    }
    let take: ReturnType<typeof links.serve> | undefined
    function judge(payload: Buffer): void {
      const id = payload.subarray(nonceSize)
      unproven.delete(socket)
      if (payload.byteLength === 48 && isSame(payload.subarray(0, nonceSize), proofOf('forwarder', { ...meeting, id }))) {
        socket.write(frames.of('welcome', proofOf('owner', { ...meeting, id })))
        take = links.serve(socket, id.toString('hex'))
      } else {
        socket.end(frames.of('refused', Buffer.from('403: this server has another secret')))
        endSoon(socket)
      }
    }
    const read = readFrames(
      'toOwner',
      (name) => (name === 'proof') === (take === undefined),
      (name, payload, number) => (take ? take(name, payload, number) : judge(payload)),
    )
    socket.on('data', (bytes) => {
      if (!socket.writable) return
      try {
        read(bytes)
      } catch (defect) {
        socket.destroy()
        // Strangers may send nonsense. Only what a server sends is worth a word.
        if (take) alarm(defect)
      }
    })
    if (early.byteLength > 0) socket.unshift(early)
    socket.write(`HTTP/1.1 200 Connection Established\r\n${nonceHeader}: ${meeting.ofOwner.toString('hex')}\r\n\r\n`)
  }

  function receive(req: IncomingMessage, socket: Socket, early: Buffer): void {
    socket.on('error', () => socket.destroy()).on('end', () => socket.destroy())
    const nonce = readIntroduction(req.headers)
    if (nonce === undefined) refuse(socket, 403, strangers)
    else if (isClosing) refuse(socket, 503, 'This server takes no more calls of other servers now.')
    else wait(nonce, socket, early)
  }
  function wait(nonce: Buffer, socket: Socket, early: Buffer): void {
    const [oldest] = unproven
    if (oldest && unproven.size >= mostUnproven) {
      unproven.delete(oldest)
      oldest.destroy()
    }
    unproven.add(socket)
    const late = setTimeout(() => unproven.has(socket) && socket.destroy(), patience).unref()
    socket.once('close', () => {
      clearTimeout(late)
      unproven.delete(socket)
    })
    void meet(nonce, socket, early).catch((defect: unknown) => {
      alarm(defect)
      refuse(socket, 503, 'This server cannot read the secret of forwarding now.')
    })
  }

  return {
    takes(req, socket, early) {
      if (req.url !== reservedTarget) return false
      receive(req, socket, early)
      return true
    },
    close(grace) {
      isClosing = true
      for (const socket of unproven) socket.destroy()
      links.close(grace)
    },
  }
}

function refuse(socket: Socket, status: number, text: string): void {
  socket.end(refusalText(misuseAnswer(new Misuse(text, undefined, status)), 'Refused'))
  endSoon(socket)
}

/** The other side may go on sending, and gets a second to read why it is refused. */
function endSoon(socket: Socket): void {
  setTimeout(() => socket.destroy(), 1_000).unref()
}
