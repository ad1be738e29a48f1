/** The scopes that operations ask for, as the OpenAPI document of the world names them. */

type Member = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : [])

export function scopesIn(openapi: unknown): string[] {
  const operations = membersOf((openapi as Member | undefined)?.paths).flatMap(membersOf)
  const named = operations
    .flatMap((operation) => membersOf((operation as Member | null)?.security))
    .flatMap((requirement) => membersOf((requirement as Member | null)?.bearer))
  return [...new Set(named.filter((each) => typeof each === 'string'))].sort()
}
