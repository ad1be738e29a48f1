/** Tells clients that wait with their bodies (`Expect: 100-continue`) to send them. Source: decisions §1, RFC 9110 section 10.1.1. */
import type { IncomingMessage, ServerResponse } from 'node:http'
// Tests that replace the global timers still get their answers.
import { clearTimeout, setTimeout } from 'node:timers'
import { drained } from './drained.ts'

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
