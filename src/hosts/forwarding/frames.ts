/** The frames of a link between two servers: one byte of type, four bytes of length, and the payload. */
import type { Socket } from 'node:net'

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

const headerSize = 5

function beginFrame(type: number, most: number, length: number, room = length): Buffer {
  if (length > most) throw new BadFrame(`A frame of type ${type} has ${length} bytes, and at most ${most} are allowed.`)
  const bytes = Buffer.allocUnsafe(headerSize + room)
  bytes[0] = type
  bytes.writeUInt32BE(length, 1)
  return bytes
}

/** The frame writers of one direction. */
export function framesOf<Way extends Direction>(way: Way) {
  const table = tables[way] as unknown as Readonly<Record<string, readonly [number, number]>>
  const entry = (name: FrameOf<Way>): readonly [number, number] => table[name] ?? [0, 0]
  return {
    bare(name: FrameOf<Way>): Buffer {
      return beginFrame(...entry(name), 0)
    },
    of(name: FrameOf<Way>, payload: Uint8Array): Buffer {
      const frame = beginFrame(...entry(name), payload.byteLength)
      frame.set(payload, headerSize)
      return frame
    },
    /** Writes a frame without a copy of its payload. */
    write(socket: Socket, name: FrameOf<Way>, payload: Uint8Array): void {
      socket.cork()
      socket.write(beginFrame(...entry(name), payload.byteLength, 0))
      socket.write(payload)
      socket.uncork()
    },
    number(name: FrameOf<Way>, value: number): Buffer {
      const frame = beginFrame(...entry(name), 4)
      frame.writeUInt32BE(value, headerSize)
      return frame
    },
    sent(name: FrameOf<Way>, complete: boolean, bytes: number): Buffer {
      const frame = beginFrame(...entry(name), 7)
      frame[headerSize] = complete ? 1 : 0
      frame.writeUIntBE(bytes, headerSize + 1, 6)
      return frame
    },
    /** A frame of JSON and bytes, for one write of the socket. */
    head(name: FrameOf<Way>, head: unknown, body: string | Uint8Array = ''): Buffer {
      const json = JSON.stringify(head)
      const jsonSize = Buffer.byteLength(json)
      const bodySize = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
      const frame = beginFrame(...entry(name), 4 + jsonSize + bodySize)
      frame.writeUInt32BE(jsonSize, headerSize)
      frame.write(json, headerSize + 4)
      if (typeof body === 'string') frame.write(body, headerSize + 4 + jsonSize)
      else frame.set(body, headerSize + 4 + jsonSize)
      return frame
    },
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
  take: (name: FrameOf<Way>, payload: Buffer) => void,
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
      take(known.name, all.subarray(at + headerSize, at + wanted))
      at += wanted
    }
    size = all.byteLength - at
    if (size > 0) parts.push(all.subarray(at))
  }
}
