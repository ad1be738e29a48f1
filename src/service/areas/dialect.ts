/** A dialect: the wire tables after its differences are applied. */

import type { RefusalForm } from '../wire/refusal.ts'
import { type Area, type DialectName, type RateDefinition, type RateTable, rateLimits } from '../wire/vocabulary.ts'
import { getOrCreate } from '../wire/when-needed.ts'
import type { World } from '../world/world.ts'
import { type AreaTable, areaName, areas, type RefusalKey, type RefusalTable, refusals } from './areas.ts'
import type { Outages } from './circumstances.ts'
import { type DialectEntry, dialects } from './dialects.ts'

export { dialects }

export interface Resolved {
  readonly area: Area
  readonly refusals: RefusalTable
  readonly constraints: Readonly<Record<string, 'guid'>>
  /** Replies if an internal service is unavailable, where they differ from the `unreachable` refusal. */
  readonly outages: Outages
}

export interface Dialect {
  readonly name: DialectName
  readonly limits: RateTable
  /** True if replies have `RateLimit` headers. */
  readonly rateLimitFields: boolean
  /** Finds a row's properties by id. A row without entries of its own has its area's properties. */
  of(id: string): Resolved
}

const resolvedDialects = new Map<DialectName, Dialect>()

export const dialectOf = ({ data }: World): Dialect => dialect(data.dialect)

/** Returns a dialect by name. Each dialect is built only once. */
export const dialect = (name: DialectName): Dialect => getOrCreate(resolvedDialects, name, () => createDialect(name))

function createDialect(name: DialectName): Dialect {
  const rows = new Map<string, Resolved>()
  return {
    name,
    limits: name === 'live' ? limitsOf(dialects) : rateLimits,
    rateLimitFields: name === 'spec',
    of: (id) => getOrCreate(rows, id, () => resolve(id, name === 'live' ? dialects : [])),
  }
}

function resolve(id: string, entries: readonly DialectEntry[]): Resolved {
  const name = areaName(id)
  let area: Area = (areas as AreaTable)[name]
  const forms: Record<RefusalKey, RefusalForm> = { ...refusals }
  const patchRefusals = (patches: Area['refusalForms'] = {}) => {
    for (const [key, patch] of Object.entries(patches)) forms[key as RefusalKey] = { ...forms[key as RefusalKey], ...patch }
  }
  let constraints: Resolved['constraints'] = {}
  let outages: Outages = {}
  const apply = (scope: string) => {
    for (const { on, live } of entries) {
      if (![on].flat().some((target) => target === scope)) continue
      area = { ...area, ...live.area }
      constraints = { ...constraints, ...live.constraints }
      outages = { ...outages, ...live.outages }
      patchRefusals(live.refusals)
    }
  }
  apply('*')
  // Refusals that differ in this area, in both dialects.
  patchRefusals((areas as AreaTable)[name].refusalForms)
  // A row's entries take precedence over its area's entries, regardless of order.
  apply(name)
  apply(id)
  return { area, refusals: forms, constraints, outages }
}

function limitsOf(entries: readonly DialectEntry[]): RateTable {
  const limits: Record<string, Record<RateDefinition, number>> = structuredClone(rateLimits)
  for (const { live } of entries) for (const [name, patch] of Object.entries(live.limits ?? {})) Object.assign(limits[name] ?? {}, patch)
  return limits as RateTable
}
