/** Finds the operation of a call, and the path of the service within a longer address. */
import { dialect } from '../../../service/areas/dialect.ts'
import { operations } from '../../../service/areas/index.ts'
import { placeOf } from '../../../service/engine/address.ts'
import { compileRoutes } from '../../../service/engine/route.ts'

const find = compileRoutes(operations, dialect('live'))

export const operationAt = (method: string, path: string): string | undefined => {
  const match = find(method, path)
  return match && 'values' in match ? match.route.row.id : undefined
}

/** The first parts of paths of the service. A gateway may put more in front of them. */
const prefixes = ['/notifications/api/v1/', '/broker/api/v1/', '/events/api/v1/', '/authentication/api/v1/']

/** Undefined: it is not a path of the service. */
export function pathWithin(pathname: string): { readonly base: string; readonly path: string } | undefined {
  const lower = pathname.toLowerCase()
  const starts = prefixes.map((prefix) => lower.indexOf(prefix)).filter((at) => at >= 0)
  // Behind the name of a world, the prefix of notifications may be left out.
  const { path } = placeOf(pathname)
  const at = starts.length > 0 ? Math.min(...starts) : hasRoute(path) ? pathname.length - path.length : -1
  return at < 0 ? undefined : { base: pathname.slice(0, at), path: pathname.slice(at) }
}

const hasRoute = (path: string) =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].some((method) => operationAt(method, path) !== undefined)

/** For an unknown path, the area alone identifies the call. */
export function operationOr(method: string, path: string): string {
  const prefix = prefixes.find((each) => path.toLowerCase().startsWith(each))
  return operationAt(method, path) ?? `${method} ${prefix ?? ''}…`
}

export const isTokenOperation = (operation: string): boolean => operation.startsWith('authentication.')
