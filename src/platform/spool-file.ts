/** A file to which content is appended. */
import { close, fdatasync, ftruncate, openSync, writev } from 'node:fs'
import { promisify } from 'node:util'
import type { SpoolFile } from './node-blobs.ts'
import { beyond } from './pieces.ts'

const closeFile = promisify(close)
const syncFile = promisify(fdatasync)
const truncateFile = promisify(ftruncate)
const writePieces = promisify(writev)

/** `synced`: whether the end of it waits for the disk. */
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
