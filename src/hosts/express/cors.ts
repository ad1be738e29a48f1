/** Lets web pages from other origins call the server. Source: decisions §2. */
import cors from 'cors'
import { placeOf } from '../../service/engine/address.ts'
import { exposedHeaders } from '../http/exposed-headers.ts'
import { type ExpressHandler, type ExpressRequest, isPreflight } from './host.ts'

/**
 * Returns a handler that answers preflights from these origins and lets their pages read replies. `*` allows every origin, but not for
 * control rows. Calls from other origins are still answered, but the browser hides the reply from the page.
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
      // The service uses OPTIONS as a method too.
      preflightContinue: !isPreflight(method, headers),
    })
  })
  return (req, res, next) => {
    // Set even for calls without an origin; otherwise a cache might serve a reply without CORS headers to a page.
    res.setHeader('vary', 'Origin')
    middleware(req, res, (defect) => (defect === undefined ? handler(req, res, next) : next(defect)))
  }
}
