/** Copies bodies for the comparison: small bodies to memory, and larger bodies to files, or only their size and hash. */
import { createHash, type Hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { temporaryFolder } from '../../../../platform/node.ts'
import { mostBody } from '../../../../real/bodies.ts'
import { type Call, header } from '../../../../service/wire/call.ts'
import type { Content } from '../../exchange.ts'

export interface Copy {
  /** Adds a chunk without waiting for the file. */
  add(chunk: Uint8Array): void
  /** Resolves when the file is complete. */
  end(): Promise<Content>
}

export type Copies = ReturnType<typeof createCopies>

/** Maximum size in bytes of a body in memory, and of data waiting to be written to a file. */
const [inMemory, mostPending] = [2 ** 18, 2 ** 24]

/** `most`: maximum size of all files together, in bytes. */
export function createCopies(most: number) {
  const folder = temporaryFolder(tmpdir())
  folder.enter?.()
  let stored = 0

  function begin(announced = 0): Copy {
    let pieces: Uint8Array[] = []
    let [size, mine, pending] = [0, 0, 0]
    let hash: Hash | undefined
    let file: ReturnType<typeof folder.create> | undefined
    let isStored = false
    let isEnded = false
    let writing: Promise<void> | undefined

    function giveUp(): void {
      isStored = false
      stored -= mine
      mine = 0
      pieces = []
    }
    async function write(to: NonNullable<typeof file>): Promise<void> {
      while (isStored && pieces.length > 0) {
        const batch = pieces
        pieces = []
        await to.append(batch)
        pending -= sizeOf(batch)
      }
      writing = undefined
    }
    /** Called when a body exceeds its memory limit. */
    function open(): Hash {
      const hashing = createHash('sha256')
      for (const piece of pieces) hashing.update(piece)
      isStored = stored + Math.max(announced, size) <= most
      if (isStored) file = folder.create('')
      pending = mine = isStored ? sizeOf(pieces) : 0
      stored += mine
      if (!isStored) pieces = []
      return hashing
    }
    return {
      add(chunk) {
        if (isEnded) return
        size += chunk.byteLength
        if (!hash && size > inMemory) hash = open()
        hash?.update(chunk)
        if (hash && !isStored) return
        pieces.push(chunk)
        if (!hash || !file) return
        stored += chunk.byteLength
        mine += chunk.byteLength
        pending += chunk.byteLength
        if (stored > most || pending > mostPending) giveUp()
        else writing ??= write(file).catch(giveUp)
      },
      async end() {
        isEnded = true
        if (!hash) return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
        await writing
        const sha256 = hash.digest('hex')
        await file?.end().catch(giveUp)
        if (file && isStored) return { file: file.path, size, sha256 }
        if (file) folder.remove(file.path)
        return { size, sha256 }
      },
    }
  }
  return {
    /** `size`: the announced length. */
    begin,
    /** Removes the file of a copy. */
    remove(content: Content | undefined) {
      if (!content || content instanceof Uint8Array || !('file' in content)) return
      stored -= content.size
      folder.remove(content.file)
    },
    close: () => folder.leave(),
  }
}

const sizeOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** A forwarded request body and its copy. */
export interface Copied {
  readonly sent: Uint8Array | AsyncIterable<Uint8Array> | undefined
  content(): Promise<Content | undefined>
}

export const noBody: Copied = { sent: undefined, content: async () => undefined }

/** Forwards a body as it arrives. */
export function streamed({ body, headers }: Call, copies: Copies): Copied {
  if (!body) return noBody
  const whole = header(headers, 'expect') === undefined ? body.whole?.(mostWhole) : undefined
  if (whole) return { sent: whole, content: async () => whole }
  const copy = copies.begin(Number(header(headers, 'content-length')) || undefined)
  return { sent: copied(body.chunks(), copy), content: () => copy.end() }
}

/** A body up to this size in bytes is sent in one piece if all of it has arrived. */
const mostWhole = 2 ** 16

async function* copied(chunks: AsyncIterable<Uint8Array>, copy: Copy): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    copy.add(chunk)
    yield chunk
  }
}

/** Reads and changes a body before it is forwarded. A body of more than {@link mostBody} bytes is forwarded unchanged. */
export async function readBody({ body }: Call, copies: Copies, change: (bytes: Buffer) => Buffer): Promise<Copied> {
  if (!body) return noBody
  const arrived = body.whole?.(mostBody)
  if (arrived) {
    const changed = change(Buffer.from(arrived.buffer, arrived.byteOffset, arrived.byteLength))
    return { sent: changed, content: async () => changed }
  }
  const iterator = body.chunks()[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let size = 0
  for (let next = await iterator.next(); ; next = await iterator.next()) {
    if (next.done) {
      const changed = change(Buffer.concat(parts))
      return { sent: changed, content: async () => changed }
    }
    parts.push(next.value)
    size += next.value.byteLength
    if (size > mostBody) break
  }
  async function* rest(): AsyncIterable<Uint8Array> {
    yield* parts.splice(0)
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  const copy = copies.begin()
  return { sent: copied(rest(), copy), content: () => copy.end() }
}
