/** URLs for control rows. */
import { pathValue } from '../../service/wire/misuse.ts'
import { type ControlId, controlFacts } from '../facts.ts'

export const methodOf = (id: ControlId) => controlFacts[id].split(' ', 1)[0] ?? ''
const pathOf = (id: ControlId) => controlFacts[id].slice(methodOf(id).length + 1)

export interface UrlParts {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

/** Matches the end of a base URL. A name that follows `//` is a host. */
const worldAndEnvironment = /(?<!\/)(?:\/worlds\/[^/]+)?(?:\/production)?$/

/** Returns a row's URL. Throws a Misuse for a parameter that is not allowed in a path. */
export function controlUrl(base: string, id: ControlId, { params = {}, query = {} }: UrlParts = {}): string {
  // Rows with a world in their path have the same URL in every world, because proxies use the URL for routing.
  const address = pathOf(id).startsWith('/_standin/worlds/{name}') ? base.replace(worldAndEnvironment, '') : base
  const path = pathOf(id).replace(/\{(\w+)\}/g, (_, name: string) => pathValue(name, params[name]))
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(given).toString()
  return `${address}${path}${search && `?${search}`}`
}
