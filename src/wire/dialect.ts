/** A dialect: the tables of the wire, with its differences laid over them. */
import { type Area, type AreaTable, areaName, areas } from './areas.ts'
import { type DialectEntry, dialects } from './dialects.ts'
import { getOrCreate } from './get-or-create.ts'
import { type RateDefinition, type RateTable, rateLimits } from './rate-limits.ts'
import type { RefusalForm } from './refusal-form.ts'
import { type RefusalKey, type RefusalTable, refusals } from './refusals.ts'

export const dialectNames = ['spec', 'live'] as const
export type DialectName = (typeof dialectNames)[number]

/** What one row, or one area, looks like in a dialect. */
export interface Resolved {
  readonly area: Area
  readonly refusals: RefusalTable
  readonly constraints: Readonly<Record<string, 'guid'>>
}

export interface Dialect {
  readonly name: DialectName
  readonly limits: RateTable
  /** Whether the `RateLimit` fields are sent. */
  readonly rateLimitFields: boolean
  /** By row id; a row that no entry names looks like its area. */
  of(id: string): Resolved
}

const resolvedDialects = new Map<DialectName, Dialect>()

/** The tables of a dialect, with its entries laid over them. Resolved once. */
export function dialect(name: DialectName): Dialect {
  const known = resolvedDialects.get(name)
  if (known) return known
  const resolved = new Map<string, Resolved>()
  const made: Dialect = {
    name,
    limits: name === 'live' ? limitsOf(dialects) : rateLimits,
    rateLimitFields: name === 'spec',
    of(id) {
      return getOrCreate(resolved, id, () => resolve(id, name === 'live' ? dialects : []))
    },
  }
  resolvedDialects.set(name, made)
  return made
}

function resolve(id: string, entries: readonly DialectEntry[]): Resolved {
  const area = areaName(id)
  let patched: Area = (areas as AreaTable)[area]
  const forms: Record<RefusalKey, RefusalForm> = { ...refusals }
  const lay = (patches: Area['refusals'] = {}) => {
    for (const [key, patch] of Object.entries(patches)) forms[key as RefusalKey] = { ...forms[key as RefusalKey], ...patch }
  }
  lay(patched.refusals)
  let constraints: Resolved['constraints'] = {}
  for (const { on, live } of entries) {
    if (![on].flat().some((place) => place === '*' || place === area || place === id)) continue
    patched = { ...patched, ...live.area }
    constraints = { ...constraints, ...live.constraints }
    lay(live.refusals)
  }
  return { area: patched, refusals: forms, constraints }
}

function limitsOf(entries: readonly DialectEntry[]): RateTable {
  const limits: Record<string, Record<RateDefinition, number>> = structuredClone(rateLimits)
  for (const { live } of entries) for (const [name, patch] of Object.entries(live.limits ?? {})) Object.assign(limits[name] ?? {}, patch)
  return limits as RateTable
}
