/** The log of a server in the background: at most 10 MiB, and the one before is kept. */
import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/** Names the folder of the log to a server that was started in the background. */
export const logFolderVariable = 'DETACHED_STANDIN_LOGS'

export const mostBytes = 10 * 1_024 * 1_024

export const portOf = (url: string) => new URL(url).port || (url.startsWith('https:') ? '443' : '80')
export const logOf = (folder: string, url: string) => join(folder, `${portOf(url)}.log`)
export const logBefore = (log: string) => `${log}.1`

/** Keeps the log of the server that ran at this address before. */
export function makeRoom(log: string): void {
  if (existsSync(log)) renameSync(log, logBefore(log))
}

interface Stream {
  write(chunk: string | Uint8Array, ...more: never[]): boolean
}

/**
 * The streams write to `log`, at its end. It is copied and emptied, not renamed: Windows renames no open file, and what Node.js itself
 * prints before it dies goes to the same file for as long as the process lives.
 */
export function boundLog(log: string, streams: readonly Stream[], most = mostBytes): void {
  let bytes = sizeOf(log)
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
    // A full disk: the log must not grow all the same.
  }
  try {
    truncateSync(log)
  } catch {
    // Somebody removed or holds the file. The next turn tries again.
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}
