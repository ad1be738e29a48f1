/** The handler that an Express app mounts: it carries requests as calls. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers'
import { misuseAnswer } from '../service/engine/misuse-answer.ts'
import type { Carrier, PendingAnswer } from '../service/wire/call.ts'
import { Misuse } from '../service/wire/misuse.ts'
import { writeAnswer } from './node-answer.ts'
import { type ExpressRequest, readCall } from './node-call.ts'

export const isPreflight = (method: string | undefined, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/** Adds a note to the refusal of a preflight that explains how to allow it. */
function explainRefusal({ method, headers }: IncomingMessage, res: ServerResponse): void {
  if (!isPreflight(method, headers)) return
  const origin = URL.parse(headers.origin ?? '')?.origin ?? 'null'
  if (origin === 'null') return
  res.setHeader('x-standin-note', `Web pages of ${origin} may not call this server. Start it with --cors ${origin}.`)
}

/** Middleware of Express 5. It answers every request, and calls `next` only with a defect. */
export type ExpressHandler = (req: ExpressRequest, res: ServerResponse, next: (defect: unknown) => void) => void

export function expressHost(carrier: Carrier): ExpressHandler {
  return (req, res, next) => {
    if (req.method === 'OPTIONS') explainRefusal(req, res)
    const call = readCall(req)
    res.on('close', () => {
      if (!res.writableFinished) call.leave()
    })
    async function carry(): Promise<void> {
      try {
        writeAnswer(req, res, call.body && req.readableDidRead ? bodyIsGone() : await carrier(call))
      } catch (defect) {
        next(defect)
      }
    }
    // Node emits the head before the body; after a turn, most bodies are complete. A pipelined request has no socket until the reply
    // before it is written.
    if ((call.body && !req.complete) || res.socket === null) setImmediate(() => void carry())
    else void carry()
  }
}

/** The service needs the bytes of a body, which a body parser has consumed. */
function bodyIsGone(): PendingAnswer {
  const misuse = new Misuse(
    'Another middleware, such as express.json(), read the body of this request before Standin. Mount the Standin router before it.',
    undefined,
    500,
  )
  return { answer: misuseAnswer(misuse), sent() {} }
}
