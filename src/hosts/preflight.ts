/** Recognizes preflights, by which a browser asks whether a web page may call. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

export const isPreflight = (method: string | undefined, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/** Says in the refusal of a preflight how to allow it. */
export function explainRefusal({ method, headers }: IncomingMessage, res: ServerResponse): void {
  if (!isPreflight(method, headers)) return
  const origin = URL.parse(headers.origin ?? '')?.origin ?? 'null'
  if (origin === 'null') return
  res.setHeader('x-standin-note', `Web pages of ${origin} may not call this server. Start it with --cors ${origin}.`)
}
