/** A dialect: the tables of the wire with the differences of that dialect applied. */

import type { RefusalForm } from '../wire/refusal.ts'
import { type Area, type DialectName, type RateDefinition, type RateTable, rateLimits } from '../wire/vocabulary.ts'
import { getOrCreate } from '../wire/when-needed.ts'
import type { World } from '../world/world.ts'
import { type AreaTable, areaName, areas } from './areas.ts'
import { type DialectEntry, dialects } from './dialects.ts'
import type { Outages } from './outages.ts'
import { type RefusalKey, type RefusalTable, refusals } from './refusals.ts'

/** What a dialect says about one row. */
export interface Resolved {
  readonly area: Area
  readonly refusals: RefusalTable
  readonly constraints: Readonly<Record<string, 'guid'>>
  /** How calls end whose internal service is away, where they do not end with the refusal `unreachable`. */
  readonly outages: Outages
}

export interface Dialect {
  readonly name: DialectName
  readonly limits: RateTable
  /** Whether answers carry the `RateLimit` header fields. */
  readonly rateLimitFields: boolean
  /** Looks a row up by its id. A row without entries of its own gets the facts of its area. */
  of(id: string): Resolved
}

const resolvedDialects = new Map<DialectName, Dialect>()

/** The dialect that a world speaks. */
export const dialectOf = ({ data }: World): Dialect => dialect(data.dialect)

/** The dialect of a name. It is resolved once. */
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
  // An area differs from the others in both dialects.
  patchRefusals((areas as AreaTable)[name].refusalForms)
  // What is said of a row wins over what is said of its area, in any order of the entries.
  apply(name)
  apply(id)
  return { area, refusals: forms, constraints, outages }
}

function limitsOf(entries: readonly DialectEntry[]): RateTable {
  const limits: Record<string, Record<RateDefinition, number>> = structuredClone(rateLimits)
  for (const { live } of entries) for (const [name, patch] of Object.entries(live.limits ?? {})) Object.assign(limits[name] ?? {}, patch)
  return limits as RateTable
}
