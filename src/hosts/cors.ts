/** Lets web pages of other origins call. Source: decisions §2. */
import cors from 'cors'
import { placeOf } from '../service/engine/address.ts'
import { exposedHeaders } from './exposed-headers.ts'
import { type ExpressHandler, isPreflight } from './express.ts'
import type { ExpressRequest } from './node-call.ts'

/**
 * A handler that answers preflights of pages of these origins, and lets them read its replies. `*` stands for every origin, and opens no
 * control row. A call of another origin is answered as before: its browser hides the reply from the page.
 */
export function openTo(origins: readonly string[], handler: ExpressHandler): ExpressHandler {
  const named = new Set(origins.filter((each) => each !== '*' && each !== 'null'))
  const isOpen = origins.includes('*')
  const middleware = cors<ExpressRequest>((req, done) => {
    const { method, url = '', headers } = req
    const { origin = '' } = headers
    const path = placeOf(url).path
    const isControl = path === '/_standin' || path.startsWith('/_standin/')
    done(null, {
      origin: named.has(origin) || (isOpen && !isControl && origin !== '') ? [origin] : false,
      credentials: true,
      exposedHeaders,
      maxAge: 600,
      // OPTIONS is also a method of the service.
      preflightContinue: !isPreflight(method, headers),
    })
  })
  return (req, res, next) => {
    // Also for calls without an origin: a cache must not answer a page with their replies.
    res.setHeader('vary', 'Origin')
    middleware(req, res, (defect) => (defect === undefined ? handler(req, res, next) : next(defect)))
  }
}
