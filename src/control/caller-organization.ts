/** Finds the organization of a caller, so that lists can name it. */

import { derivedClientId } from '../tokens/derived-guid.ts'
import type { World } from '../world/world.ts'
import type { CallerOrganization } from './rows/caller-organization.ts'

export function organizationOf({ contacts }: World, orgNo: string | null | undefined): CallerOrganization {
  const contact = orgNo ? contacts.find(orgNo) : undefined
  return { orgNo: orgNo ?? null, name: contact && 'emails' in contact ? (contact.name ?? null) : null }
}

/** By what calls are counted by: a client id that the journal still has, one that is derived from an organization, or an organization number. */
export function organizationsOf(world: World, callers: readonly string[]): (caller: string) => CallerOrganization {
  const lines = world.journal.calls
    .list()
    .flatMap(({ token }) => (token?.clientId && token.orgNo ? [[token.clientId, token.orgNo] as const] : []))
  const numbers = [...world.fixtures.organizations.map(({ number }) => number), ...callers.filter((caller) => /^\d{9}$/.test(caller))]
  const known = new Map([...numbers.flatMap((orgNo) => [[orgNo, orgNo] as const, [derivedClientId(orgNo), orgNo] as const]), ...lines])
  return (caller) => organizationOf(world, known.get(caller))
}
