/** Lets the window of a test under jsdom or happy-dom call the service: it checks other origins as a browser does, but calls through MSW. */
import { exposedHeaders } from './exposed-headers.ts'

type Handler = (request: Request) => Promise<Response>

/** A handler that answers the preflights of the window of this process, and lets it read every reply. */
export const openToOwnWindow =
  (answer: Handler): Handler =>
  async (request) => {
    const origin = request.headers.get('origin')
    if (origin === null || origin !== globalThis.location?.origin) return answer(request)
    const allowed = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
    const method = request.headers.get('access-control-request-method')
    if (request.method === 'OPTIONS' && method !== null) {
      const headers = request.headers.get('access-control-request-headers') ?? ''
      return new Response(null, {
        status: 204,
        headers: { ...allowed, 'access-control-allow-methods': method, 'access-control-allow-headers': headers },
      })
    }
    const response = await answer(request)
    if (response.type === 'error') return response
    const headers = { ...allowed, 'access-control-expose-headers': exposedHeaders.join(', ') }
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }
