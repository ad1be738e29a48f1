/** Tells clients that wait with their bodies to send them, and reads the rest of a request that was answered early. Source: decisions §1, RFC 9110 section 10.1.1. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clearTimeout, setTimeout } from 'node:timers'

/** How many bytes of an unwanted body are read, and for how many milliseconds of real time. */
interface DrainLimits {
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

// Tests that replace the global timers still get their answers.

/** Requests whose clients have not been told yet. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Milliseconds of real time in which the body of a client that does not wait begins. */
const patience = 500

/** Notes a request that Node leaves to us: its `checkContinue`. */
export const letWait = (req: IncomingMessage, res: ServerResponse): void => void waiting.set(req, res)

const isWaiting = (req: IncomingMessage) => req.headers.expect !== undefined && waiting.has(req)

/** Call it before the body is read for the first time. */
export function demandBody(req: IncomingMessage): void {
  if (req.headers.expect === undefined) return
  const res = waiting.get(req)
  waiting.delete(req)
  if (res && !res.headersSent && !req.complete) res.writeContinue()
}

/**
 * Resolves when the rest of a request that was answered early has arrived. A client that waits for a word sends none of it. Some say that
 * they wait, and send all the same.
 */
export function restOf(req: IncomingMessage): Promise<void> {
  const rest = drained(req)
  if (!isWaiting(req)) return rest
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patience)
    req.once('data', () => clearTimeout(timer))
    void rest.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
