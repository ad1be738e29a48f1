/** Sends `100 Continue`, and reads the rest of any request that was answered early. Source: decisions §1, RFC 9110 section 10.1.1. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clearTimeout, setTimeout } from 'node:timers'

/** Limits for reading an unwanted body: bytes, and milliseconds of real time. */
interface DrainLimits {
  readonly bytes: number
  readonly time: number
}

const drainLimits: DrainLimits = { bytes: 2 ** 30, time: 30_000 }

/** Resolves once the whole request has arrived or the client has disconnected. Closes the connection if a limit is exceeded. */
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

/** Requests whose clients are still waiting for `100 Continue`. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Milliseconds of real time to wait for the first bytes from a client that sends its body without waiting for `100 Continue`. */
const patience = 500

/** Registers a request from Node's `checkContinue` event. */
export const letWait = (req: IncomingMessage, res: ServerResponse): void => void waiting.set(req, res)

const isWaiting = (req: IncomingMessage) => req.headers.expect !== undefined && waiting.has(req)

/** Sends `100 Continue` to a client that is waiting for it. Call this before reading the body. */
export function demandBody(req: IncomingMessage): void {
  if (req.headers.expect === undefined) return
  const res = waiting.get(req)
  waiting.delete(req)
  if (res && !res.headersSent && !req.complete) res.writeContinue()
}

/**
 * Resolves once the rest of a request that was answered early has arrived. A client that waits for `100 Continue` should send no body, but
 * some clients announce that they wait and then send the body anyway.
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
