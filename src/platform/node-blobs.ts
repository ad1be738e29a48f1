/** Content storage on Node: small content in memory, large content in files or elsewhere. */
import { close, fdatasync, ftruncate, openSync, writev } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type BlobsOnMedium, type StoredBlob, storeOn } from './blobs/blob-store.ts'
import { beyond, readPieces } from './blobs/pieces.ts'
import { type FilePlace, type Spool, type SpoolFile, spooledWriter } from './blobs/spool.ts'

export type { Spool, SpoolFile } from './blobs/spool.ts'

export type StoredEntry = readonly [id: string, content: StoredBlob<FilePlace>]

export function spooledBlobs(spool: Spool, before?: Iterable<StoredEntry>): BlobsOnMedium {
  spool.enter?.()
  const { read = readFile } = spool
  return storeOn<FilePlace>(
    {
      writer: (shelf, id, paused) => spooledWriter(spool, shelf, id, paused),
      read: ({ bytes }, start, end) => (typeof bytes === 'string' ? read(bytes, start, end) : readPieces(bytes, start, end)),
      remove({ bytes }) {
        if (typeof bytes === 'string') spool.remove(bytes)
      },
      close: spool.leave,
    },
    before,
  )
}

const closeFile = promisify(close)
const syncFile = promisify(fdatasync)
const truncateFile = promisify(ftruncate)
const writePieces = promisify(writev)

/** `synced`: `end` flushes the file to disk. */
export function openSpoolFile(path: string, flags: 'wx' | 'a', synced = false): SpoolFile {
  const descriptor = openSync(path, flags, 0o600)
  let ended = false
  return {
    path,
    async append(pieces) {
      let left = pieces
      while (left.length > 0) left = beyond((await writePieces(descriptor, left)).bytesWritten, left)
    },
    cut: (size) => truncateFile(descriptor, size),
    async end() {
      if (ended) return
      ended = true
      if (synced) await syncFile(descriptor)
      await closeFile(descriptor)
    },
  }
}

const readSize = 2 ** 18

/** Opens the file only when the first chunk is read, so that an unsent answer does not hold a file descriptor. */
async function* readFile(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    for (let at = start; at < end; ) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(Math.min(readSize, end - at)), { position: at })
      if (bytesRead === 0) throw new Error(`${path} has been truncated.`)
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
