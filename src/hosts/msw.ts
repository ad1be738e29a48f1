/** Carries the calls that MSW intercepts; it leaves all others to the user's own handlers. */
import { type DefaultBodyType, HttpResponse, http, type RequestHandler } from 'msw'
import { demandWorldName } from '../engine/address.ts'
import type { Carrier, LivePlace } from '../wire/http/call.ts'
import { createFetchHandler } from '../wire/http/fetch.ts'
import { answeredAddresses } from './answered-addresses.ts'
import { exposedHeaders } from './exposed-headers.ts'

export interface MswOptions extends LivePlace {
  readonly carrier: Carrier
  /** The origins of the service. Default: see {@link answeredAddresses}. */
  readonly origin?: string | readonly string[] | undefined
}

/** Fake timers of a test do not stop it. */
const { setTimeout: wait } = globalThis

/** A service worker hands bytes to its page by messages, which an error overtakes. Milliseconds. */
const onTheirWay = 10
const throughWorker = typeof navigator === 'object' && 'serviceWorker' in navigator
const beforeBreak = () => (throughWorker ? new Promise<void>((resolve) => wait(resolve, onTheirWay)) : undefined)

/** Throws {@link Misuse} for an invalid origin, or a name that no world can have. */
export function createHandler({ carrier, origin, world, environment }: MswOptions): RequestHandler {
  if (world !== undefined) demandWorldName(world)
  const isAnswered = answeredAddresses(origin)
  const place = { world, environment }
  const isPlaced = world !== undefined || environment !== undefined
  const answer = openToOwnWindow(createFetchHandler(isPlaced ? (call) => carrier({ ...call, place }) : carrier, beforeBreak))
  return http.all(
    ({ request }) => isAnswered(request.url),
    async ({ request }) => {
      const response = await answer(request)
      return response.type === 'error' && isOfNodeHttp(request) ? hangUp() : (response as HttpResponse<DefaultBodyType>)
    },
  )
}

/** Only requests on a connection have a Host, and of Node's clients only `fetch` sends this other header. */
const isOfNodeHttp = ({ headers }: Request) => headers.has('host') && !headers.has('sec-fetch-mode')

/** MSW gives `node:http` an error without a code for `Response.error()`. It has sent no head yet when the body breaks at once. */
function hangUp(): HttpResponse<DefaultBodyType> {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('socket hang up')) }, { highWaterMark: 0 })
  return new HttpResponse(body)
}

type Handler = (request: Request) => Promise<Response>

/**
 * A handler that answers the preflights of the window of this process, and lets it read every reply: jsdom and happy-dom check other origins
 * as a browser does, but call through MSW.
 */
const openToOwnWindow =
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
