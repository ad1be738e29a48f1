/** Reads the query of a call. */
import type { z } from 'zod'
import { getOrCreate } from '../wire/get-or-create.ts'
import type { Walk } from './walk.ts'

interface Spelling {
  readonly name: string
  readonly many: boolean
}
const spellings = new WeakMap<object, ReadonlyMap<string, Spelling>>()

/** The first value of each name, or all values where the schema takes a list. Names match in any letter case and get the schema's spelling. */
export function queryOf({ route, address }: Pick<Walk, 'route' | 'address'>): Record<string, string | string[]> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = route.row.request.query?.shape ?? {}
  const known = getOrCreate(
    spellings,
    shape,
    () => new Map(Object.entries(shape).map(([name, schema]) => [name.toLowerCase(), { name, many: isList(schema) }])),
  )
  const named: Record<string, string | string[]> = {}
  for (const [written, value] of new URLSearchParams(address.query)) {
    const own = known.get(written.toLowerCase())
    if (!own) continue
    const before = named[own.name]
    if (Array.isArray(before)) before.push(value)
    else if (before === undefined) named[own.name] = own.many ? [value] : value
  }
  return named
}

function isList(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'array' || (def.type === 'optional' && isList(def.innerType))
}
