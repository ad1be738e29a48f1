/** The MSW request handler, which leaves calls that are not meant for Standin to the user's own handlers. */

import { type DefaultBodyType, HttpResponse, http, type RequestHandler } from 'msw'
import { areaName, areas } from '../service/areas/areas.ts'
import { operationFacts } from '../service/areas/facts.ts'
import { demandWorldName, placeOf } from '../service/engine/address.ts'
import type { Carrier, LivePlace } from '../service/wire/call.ts'
import { createFetchHandler } from '../service/wire/fetch.ts'
import { Misuse } from '../service/wire/misuse.ts'
import { paths } from '../service/wire/row.ts'
import { liveBases, prefixesOf } from '../service/wire/vocabulary.ts'
import { exposedHeaders } from './http/exposed-headers.ts'

const operationPaths = operationFacts.flatMap((row) =>
  prefixesOf(areas[areaName(row.id)], row).flatMap((prefix) => paths(row).map((path) => prefix + path)),
)
const startOf = (path: string) => `${path.toLowerCase()}/`.split('/', 3).join('/')
const variesEarly = (path: string) => startOf(path).includes('{')

/** The first two path segments of the service's operations. */
const starts: ReadonlySet<string> = new Set(operationPaths.filter((path) => !variesEarly(path)).map(startOf))

/** Paths whose second segment is a parameter. The first segment alone might belong to another service. */
const varying = operationPaths.filter(variesEarly).map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'))

const liveOrigins = Object.values(liveBases).flatMap((bases) => Object.values(bases))
const loopback = /^https?:\/\/(?:localhost|[^/:]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/**
 * Returns a predicate on `Request.url` that is true for the service's areas and for control rows. `origins`: scheme, host and port to
 * answer; `*` means every origin. Default: the origins of the live services, this machine, and the page. Control rows are always available
 * at the page's origin, so that tests in a page can reach them. Throws {@link Misuse} for an invalid origin.
 */
export function answeredAddresses(origins?: string | readonly string[]): (url: string) => boolean {
  const isAnswered = answeredOrigins(origins)
  return (url) => {
    const slash = url.indexOf('/', url.indexOf('://') + 3)
    if (slash < 0) return false
    const [origin, path] = [url.slice(0, slash), pathIn(url.slice(slash))]
    return isAnswered(origin) ? isOurs(path) : isControl(path) && origin === globalThis.location?.origin
  }
}

function answeredOrigins(origins: string | readonly string[] | undefined): (origin: string) => boolean {
  if (origins === undefined) {
    const known = new Set<string | undefined>([...liveOrigins, globalThis.location?.origin])
    return (origin) => known.has(origin) || loopback.test(origin)
  }
  const wanted = new Set([origins].flat())
  if (wanted.has('*')) return () => true
  for (const origin of wanted) demandOrigin(origin)
  return (origin) => wanted.has(origin)
}

function demandOrigin(text: string): void {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null'
  if (origin === text && origin !== 'null') return
  const hint = origin === 'null' ? 'Use scheme and host, for example https://platform.tt02.altinn.no, or *' : `Write ${origin}`
  throw new Misuse(`origin: ${JSON.stringify(text.slice(0, 100))} is not an origin. ${hint}.`)
}

/** Returns the path within the service. `rest` can include a query and a fragment. */
function pathIn(rest: string): string {
  const end = rest.search(/[?#]/)
  return placeOf(end < 0 ? rest : rest.slice(0, end)).path
}

const isControl = (path: string) => path.startsWith('/_standin/')
const isOurs = (path: string) => isControl(path) || starts.has(startOf(path)) || varying.some((form) => form.test(path))

interface MswOptions extends LivePlace {
  readonly carrier: Carrier
  /** The service's origins. Default: see {@link answeredAddresses}. */
  readonly origin?: string | readonly string[] | undefined
}

/** Saved because tests may install fake timers later. */
const { setTimeout: wait } = globalThis

/** Milliseconds to wait before breaking a body. A service worker passes bytes in messages, and an error discards pending messages. */
const onTheirWay = 100
const throughWorker = typeof navigator === 'object' && 'serviceWorker' in navigator
const beforeBreak = () => (throughWorker ? new Promise<void>((resolve) => wait(resolve, onTheirWay)) : undefined)

/** Throws {@link Misuse} for an invalid origin or world name. */
export function createHandler({ carrier, origin, world, environment }: MswOptions): RequestHandler {
  if (world !== undefined) demandWorldName(world)
  const isAnswered = answeredAddresses(origin)
  const target = { world, environment }
  const isPlaced = world !== undefined || environment !== undefined
  const answer = openToOwnWindow(createFetchHandler(isPlaced ? (call) => carrier({ ...call, place: target }) : carrier, beforeBreak))
  return http.all(
    ({ request }) => isAnswered(request.url),
    async ({ request }) => {
      const response = await answer(request)
      return response.type === 'error' && isOfNodeHttp(request) ? hangUp() : (response as HttpResponse<DefaultBodyType>)
    },
  )
}

/** True for a request from Node's HTTP client. Only these requests contain a Host header but no `sec-fetch-mode`, which `fetch` sends. */
const isOfNodeHttp = ({ headers }: Request) => headers.has('host') && !headers.has('sec-fetch-mode')

/**
 * Returns a reply whose body fails immediately, before MSW sends any headers. For `Response.error()`, MSW would give `node:http` an error
 * without a code.
 */
function hangUp(): HttpResponse<DefaultBodyType> {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('socket hang up')) }, { highWaterMark: 0 })
  return new HttpResponse(body)
}

type Handler = (request: Request) => Promise<Response>

/**
 * Answers preflights from this process's window, and lets the window read every reply: jsdom and happy-dom check origins like a browser,
 * but their calls go through MSW.
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
