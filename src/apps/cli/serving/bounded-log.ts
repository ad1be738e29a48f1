/** A background server's log: at most 10 MiB, plus the previous log. */
import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { readOr } from '../../../platform/node-path.ts'

/** Tells a background server which folder its log is in. */
export const logFolderVariable = 'DETACHED_STANDIN_LOGS'

export const mostBytes = 10 * 1_024 * 1_024

export const portOf = (url: string) => new URL(url).port || (url.startsWith('https:') ? '443' : '80')
export const logOf = (folder: string, url: string) => join(folder, `${portOf(url)}.log`)
export const logBefore = (log: string) => `${log}.1`

/** Preserves the log of the previous server at this address. */
export function makeRoom(log: string): void {
  if (existsSync(log)) renameSync(log, logBefore(log))
}

interface Stream {
  write(chunk: string | Uint8Array, ...more: never[]): boolean
}

/**
 * Limits the size of `log`, which the streams append to. The log is copied and truncated instead of renamed, because Windows cannot rename
 * an open file, and because Node.js itself writes to the open file before it crashes.
 */
export function boundLog(log: string, streams: readonly Stream[], most = mostBytes): void {
  let bytes = readOr(0, () => statSync(log).size)
  for (const stream of streams) {
    const write = stream.write.bind(stream)
    stream.write = (chunk, ...more) => {
      const added = typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length
      if (bytes > 0 && bytes + added > most) {
        turn(log)
        bytes = 0
      }
      bytes += added
      return write(chunk, ...more)
    }
  }
}

function turn(log: string): void {
  try {
    copyFileSync(log, logBefore(log))
  } catch {
    // The copy failed, for example because the disk is full. The log is truncated anyway, so that it does not grow.
  }
  try {
    truncateSync(log)
  } catch {
    // The file was removed or is locked. The next rotation tries again.
  }
}
