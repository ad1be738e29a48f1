/** Carries the calls that MSW intercepts; it leaves all others to the user's own handlers. */
import { HttpResponse, http, type RequestHandler } from 'msw'
import { placeOf } from '../engine/address.ts'
import { operations } from '../operations/index.ts'
import { areaName, areas } from '../wire/areas.ts'
import type { Carrier } from '../wire/http/call.ts'
import { createFetchHandler } from '../wire/http/fetch.ts'
import { paths } from '../wire/row.ts'

export interface MswOptions {
  readonly carrier: Carrier
  /** The origin of the service. Default: any. */
  readonly origin?: string | undefined
}

const all = operations.flatMap((row) => areas[areaName(row.id)].prefixes.flatMap((prefix) => paths(row).map((path) => prefix + path)))
const startOf = (path: string) => `${path.toLowerCase()}/`.split('/', 3).join('/')
const variesEarly = (path: string) => startOf(path).includes('{')

/** The first two segments of the paths of the service. */
const starts: ReadonlySet<string> = new Set(all.filter((path) => !variesEarly(path)).map(startOf))

/** Paths with a parameter in their second segment: their first segment alone may belong to another service. */
const varying = all.filter(variesEarly).map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'))

/** Whether the address belongs to an area of the service or to a control row. */
export function isOurs(url: string, origin?: string): boolean {
  const { origin: asked, pathname } = new URL(url)
  if (origin !== undefined && asked !== origin) return false
  const { path } = placeOf(pathname)
  return path.startsWith('/_standin/') || starts.has(startOf(path)) || varying.some((form) => form.test(path))
}

export function createHandler({ carrier, origin }: MswOptions): RequestHandler {
  const answer = createFetchHandler(carrier)
  return http.all(
    ({ request }) => isOurs(request.url, origin),
    async ({ request }) => {
      const response = await answer(request)
      return response.type === 'error' ? HttpResponse.error() : response
    },
  )
}
