/** The frames of a link between two servers: a byte of type, four of length, four that number the call, and the payload. */
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'

/** Bytes of the largest piece of a body. */
export const largestChunk = 2 ** 16

/** What the server sends that forwards, and the most bytes of each payload. */
const toOwner = {
  /** The proof of the forwarder, and its id. */
  proof: [1, 48],
  /** The head of a call, and its body if that has arrived already. */
  call: [2, 2 ** 20],
  chunk: [3, largestChunk],
  bodyEnd: [4, 0],
  /** The client left before the end of its body. */
  bodyBroken: [5, 0],
  /** The forwarder sends no more of the body, because the answer is there. */
  bodyStopped: [6, 0],
  /** The client left. */
  abort: [7, 0],
  /** The room that the owner gets for more of its answer. */
  grant: [8, 4],
  /** How the sending of the answer ended. */
  sent: [9, 7],
  ping: [10, 0],
} as const

/** What the owner of a world sends. */
const toForwarder = {
  /** The proof of the owner. */
  welcome: [33, 32],
  /** The owner does not believe the proof, for this reason. */
  refused: [34, 1_000],
  /** The owner begins to read the body. */
  want: [35, 0],
  /** The head of an answer, and its body if that is small. */
  answer: [36, 2 ** 20],
  chunk: [37, largestChunk],
  end: [38, 0],
  /** The owner breaks the connection of the client. */
  broken: [39, 0],
  notHere: [40, 0],
  /** The room that the forwarder gets for more of the body. */
  grant: [41, 4],
  pong: [42, 0],
  /** The owner takes no more calls. */
  goodbye: [43, 0],
} as const

const tables = { toOwner, toForwarder }
type Tables = typeof tables
export type Direction = keyof Tables
export type FrameOf<Way extends Direction> = keyof Tables[Way] & string

/** What a peer may not send. */
export class BadFrame extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadFrame'
  }
}

const headerSize = 9

function beginFrame([type, most]: readonly [number, number], call: number, length: number, room = length): Buffer {
  if (length > most) throw new BadFrame(`A frame of type ${type} has ${length} bytes, and at most ${most} are allowed.`)
  const bytes = Buffer.allocUnsafe(headerSize + room)
  bytes[0] = type
  bytes.writeUInt32BE(length, 1)
  bytes.writeUInt32BE(call, 5)
  return bytes
}

/** Makes the frames of one direction. `call` is the number of the call on its link; 0 where a frame is about the link itself. */
export function framesOf<Way extends Direction>(way: Way) {
  const table = tables[way] as unknown as Readonly<Record<string, readonly [number, number]>>
  const entry = (name: FrameOf<Way>): readonly [number, number] => table[name] ?? [0, 0]
  return {
    bare: (name: FrameOf<Way>, call = 0): Buffer => beginFrame(entry(name), call, 0),
    of(name: FrameOf<Way>, payload: Uint8Array): Buffer {
      const frame = beginFrame(entry(name), 0, payload.byteLength)
      frame.set(payload, headerSize)
      return frame
    },
    /** The beginning of a frame, after which its payload is written without a copy. */
    before: (name: FrameOf<Way>, call: number, payload: Uint8Array): Buffer => beginFrame(entry(name), call, payload.byteLength, 0),
    number(name: FrameOf<Way>, call: number, value: number): Buffer {
      const frame = beginFrame(entry(name), call, 4)
      frame.writeUInt32BE(value, headerSize)
      return frame
    },
    sent(name: FrameOf<Way>, call: number, complete: boolean, bytes: number): Buffer {
      const frame = beginFrame(entry(name), call, 7)
      frame[headerSize] = complete ? 1 : 0
      frame.writeUIntBE(bytes, headerSize + 1, 6)
      return frame
    },
    /** A frame of JSON and bytes. */
    head(name: FrameOf<Way>, call: number, head: unknown, body: string | Uint8Array = ''): Buffer {
      const json = JSON.stringify(head)
      const jsonSize = Buffer.byteLength(json)
      const bodySize = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
      const frame = beginFrame(entry(name), call, 4 + jsonSize + bodySize)
      frame.writeUInt32BE(jsonSize, headerSize)
      frame.write(json, headerSize + 4)
      if (typeof body === 'string') frame.write(body, headerSize + 4 + jsonSize)
      else frame.set(body, headerSize + 4 + jsonSize)
      return frame
    },
  }
}

/**
 * Writes all frames of a turn of the event loop at once: a write that wakes the other server costs about 10 µs of CPU, and a busy server has
 * several frames in a turn (`npm run bench:forward`).
 */
export function writerOf(socket: Socket): (frame: Uint8Array) => void {
  let isWaiting = false
  function flush(): void {
    isWaiting = false
    socket.uncork()
  }
  return (frame) => {
    if (!isWaiting) {
      isWaiting = true
      socket.cork()
      setImmediate(flush)
    }
    socket.write(frame)
  }
}

/** The JSON and the bytes of a frame that `head` made. */
export function readHead(payload: Buffer): { readonly head: unknown; readonly body: Buffer } {
  const size = payload.byteLength < 4 ? Number.POSITIVE_INFINITY : payload.readUInt32BE(0)
  if (size > payload.byteLength - 4) throw new BadFrame('A head is longer than its frame.')
  return { head: JSON.parse(payload.toString('utf8', 4, 4 + size)), body: payload.subarray(4 + size) }
}

export function readNumber(payload: Buffer): number {
  if (payload.byteLength !== 4) throw new BadFrame(`A number has ${payload.byteLength} bytes.`)
  return payload.readUInt32BE(0)
}

/**
 * Takes the bytes of a socket, and calls `take` with each whole frame. Throws {@link BadFrame} for a type that is not known or not allowed
 * yet, and for a length beyond the limit of the type: before any of its payload is kept.
 */
export function readFrames<Way extends Direction>(
  way: Way,
  isAllowed: (name: FrameOf<Way>) => boolean,
  take: (name: FrameOf<Way>, payload: Buffer, call: number) => void,
): (bytes: Buffer) => void {
  const byType = new Map(Object.entries(tables[way]).map(([name, [type, most]]) => [type as number, { name: name as FrameOf<Way>, most }]))
  let parts: Buffer[] = []
  let size = 0
  let wanted = headerSize

  return (bytes) => {
    parts.push(bytes)
    size += bytes.byteLength
    if (size < wanted) return
    const all = parts.length === 1 ? bytes : Buffer.concat(parts)
    let at = 0
    parts = []
    for (;;) {
      wanted = headerSize
      if (all.byteLength - at < wanted) break
      const type = all[at] ?? 0
      const length = all.readUInt32BE(at + 1)
      const known = byType.get(type)
      if (!known || !isAllowed(known.name)) throw new BadFrame(`A frame of type ${type} is not allowed.`)
      if (length > known.most) throw new BadFrame(`A frame "${known.name}" has ${length} bytes, and at most ${known.most} are allowed.`)
      wanted += length
      if (all.byteLength - at < wanted) break
      take(known.name, all.subarray(at + headerSize, at + wanted), all.readUInt32BE(at + 5))
      at += wanted
    }
    size = all.byteLength - at
    if (size > 0) parts.push(all.subarray(at))
  }
}
