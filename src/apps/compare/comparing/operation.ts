/** Finds a call's operation, and the service's path within a longer path. */
import { dialect } from '../../../service/areas/dialect.ts'
import { operations } from '../../../service/areas/index.ts'
import { placeOf } from '../../../service/engine/address.ts'
import { compileRoutes } from '../../../service/engine/route.ts'

const find = compileRoutes(operations, dialect('live'))

export const operationAt = (method: string, path: string): string | undefined => {
  const match = find(method, path)
  return match && 'values' in match ? match.route.row.id : undefined
}

/** Path prefixes of the service. A gateway may put a prefix of its own in front of them. */
const prefixes = ['/notifications/api/v1/', '/broker/api/v1/', '/events/api/v1/', '/authentication/api/v1/']

/** Returns undefined if the path does not belong to the service. */
export function pathWithin(pathname: string): { readonly base: string; readonly path: string } | undefined {
  const lower = pathname.toLowerCase()
  const starts = prefixes.map((prefix) => lower.indexOf(prefix)).filter((at) => at >= 0)
  // After a world's name, the notifications prefix may be omitted.
  const { path } = placeOf(pathname)
  const at = starts.length > 0 ? Math.min(...starts) : hasRoute(path) ? pathname.length - path.length : -1
  return at < 0 ? undefined : { base: pathname.slice(0, at), path: pathname.slice(at) }
}

const hasRoute = (path: string) =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].some((method) => operationAt(method, path) !== undefined)

/** Returns the id of the operation. For an unknown path, returns the method and the area's prefix instead. */
export function operationOr(method: string, path: string): string {
  const prefix = prefixes.find((each) => path.toLowerCase().startsWith(each))
  return operationAt(method, path) ?? `${method} ${prefix ?? ''}…`
}

export const isTokenOperation = (operation: string): boolean => operation.startsWith('authentication.')

/** Matches the service's own origins in the links of its replies. */
export const selfLink =
  /https?:\/\/[^\s"/?#]{1,300}(?=(?:\/worlds\/[\w-]{1,64})?\/(?:notifications|broker|events|authentication)\/api\/v1)|https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g
