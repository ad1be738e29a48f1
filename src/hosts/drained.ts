/** Reads the rest of a request that was answered early, so that a client that sends its whole body first can read the answer. */
import type { IncomingMessage } from 'node:http'

/** How many bytes of an unwanted body are read, and for how many milliseconds of real time. */
export interface DrainLimits {
  readonly bytes: number
  readonly time: number
}

const drainLimits: DrainLimits = { bytes: 2 ** 30, time: 30_000 }

/** Resolves when the whole request has arrived or its client has gone. Closes the connection beyond a limit. */
export function drained(req: IncomingMessage, { bytes, time }: DrainLimits = drainLimits): Promise<void> {
  return new Promise((resolve) => {
    let left = bytes
    const timer = setTimeout(() => req.destroy(), time)
    timer.unref()
    function count(chunk: Uint8Array): void {
      left -= chunk.byteLength
      if (left < 0) req.destroy()
    }
    function finish(): void {
      clearTimeout(timer)
      req.off('data', count).off('end', finish).off('close', finish)
      resolve()
    }
    req.on('end', finish).on('close', finish).on('data', count).resume()
    if (req.destroyed) finish()
  })
}
