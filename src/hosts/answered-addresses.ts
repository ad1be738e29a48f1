/** Which addresses belong to the service, of all that a page or process calls. */

import { operationFacts } from '../areas/facts.ts'
import { placeOf } from '../engine/address.ts'
import { Misuse } from '../misuse.ts'
import { areaName, areas } from '../wire/areas.ts'
import { liveBases } from '../wire/live-hosts.ts'
import { paths } from '../wire/row.ts'

const all = operationFacts.flatMap((row) => areas[areaName(row.id)].prefixes.flatMap((prefix) => paths(row).map((path) => prefix + path)))
const startOf = (path: string) => `${path.toLowerCase()}/`.split('/', 3).join('/')
const variesEarly = (path: string) => startOf(path).includes('{')

/** The first two segments of the paths of the service. */
const starts: ReadonlySet<string> = new Set(all.filter((path) => !variesEarly(path)).map(startOf))

/** Paths with a parameter in their second segment: their first segment alone may belong to another service. */
const varying = all.filter(variesEarly).map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'))

const liveOrigins = Object.values(liveBases).flatMap((bases) => Object.values(bases))
const loopback = /^https?:\/\/(?:localhost|[^/:]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/**
 * A function that says whether an address, as `Request.url` has it, belongs to an area of the service or to a control row. `origins` are
 * scheme, host and port of the answered addresses; `*` answers at every origin. Default: those of the live services, of this machine, and
 * of the page. Control rows are answered at the origin of the page in any case, so that a test reaches them from within it. Throws
 * {@link Misuse} for what is not an origin.
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
  const hint = origin === 'null' ? 'Write scheme and host, for example https://platform.tt02.altinn.no, or *' : `Write ${origin}`
  throw new Misuse(`origin: ${JSON.stringify(text.slice(0, 100))} is not an origin. ${hint}.`)
}

/** The path within the service, of a path with what follows it. */
function pathIn(rest: string): string {
  const end = rest.search(/[?#]/)
  return placeOf(end < 0 ? rest : rest.slice(0, end)).path
}

const isControl = (path: string) => path.startsWith('/_standin/')
const isOurs = (path: string) => isControl(path) || starts.has(startOf(path)) || varying.some((form) => form.test(path))
