/** Copies of bodies for the comparison: small ones in memory, larger ones in files, and of the rest the size and the hash. */
import { createHash, type Hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { temporaryFolder } from '../../../../platform/node.ts'
import type { Content } from '../../exchange.ts'

export interface Copy {
  /** Never waits. */
  add(chunk: Uint8Array): void
  /** Resolves when the file is complete. */
  end(): Promise<Content>
}

export interface Copies {
  /** `size`: the length that the message announces. */
  begin(size?: number): Copy
  /** Removes the file of a copy. */
  remove(content: Content | undefined): void
  close(): void
}

/** Bytes of a body in memory, and those that wait to be written to one file. */
const [inMemory, mostPending] = [2 ** 18, 2 ** 24]

/** `most`: bytes of all files together. */
export function createCopies(most: number): Copies {
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
    /** Called with the first piece that is too much for the memory. */
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
    begin,
    remove(content) {
      if (!content || content instanceof Uint8Array || !('file' in content)) return
      stored -= content.size
      folder.remove(content.file)
    },
    close: () => folder.leave(),
  }
}

const sizeOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
