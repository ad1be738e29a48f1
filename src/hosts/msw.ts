/** Carries the calls that MSW intercepts: one handler, which leaves everything that is not the service's to its user. */
import { HttpResponse, http, type RequestHandler } from 'msw'
import { operations } from '../operations/index.ts'
import { areaName, areas } from '../wire/areas.ts'
import type { Carrier } from '../wire/call.ts'
import { paths } from '../wire/row.ts'
import { createFetchHandler } from './fetch.ts'

export interface MswOptions {
  readonly carrier: Carrier
  /** The origin of the service; absent: any. */
  readonly origin?: string | undefined
}

/** The first two segments of every path of the service. */
const starts: ReadonlySet<string> = new Set(
  operations.flatMap((row) => areas[areaName(row.id)].prefixes.flatMap((prefix) => paths(row).map((path) => startOf(prefix + path)))),
)

function startOf(path: string): string {
  const [, first = '', second = ''] = path.toLowerCase().split('/')
  return `/${first}/${second.startsWith('{') ? '' : second}`
}

/** Whether an area of the service, or a control row, lies at this address. */
export function isOurs(url: string, origin?: string): boolean {
  const { origin: asked, pathname } = new URL(url)
  if (origin !== undefined && asked !== origin) return false
  const path = pathname.replace(/^\/worlds\/[^/]+(?=\/)/, '').replace(/^\/production(?=\/)/, '')
  return path.startsWith('/_standin/') || starts.has(startOf(path))
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
