/** Callers with their own limits, and each caller's organization. */
import type { z } from 'zod'
import { callersOf, changedCallers, ownLimits } from '../../service/engine/limits.ts'
import { derivedClientId } from '../../service/tokens/issue.ts'
import { unknownName } from '../../service/wire/misuse.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { Caller, CallerOrganization, callersReply } from './rows.ts'

export type Callers = ReturnType<typeof createCallers>

export function createCallers(current: () => World) {
  return {
    /** Callers from the fixtures come first. */
    list(page?: Page): z.output<typeof callersReply> {
      const callers = [...callersOf(current())].map(([caller, limits]) => ({ caller, limits: { ...limits } }))
      return pageOf('callers', callers, page, ({ caller }) => caller)
    },
    /** Sets a caller's limits, replacing any previous limits. */
    put(caller: string, limits: Caller['limits']): Caller {
      current()
        .of(changedCallers)
        .put({ caller, limits: { ...limits } })
      return { caller, limits }
    },
    /** Restores a caller's default limits. Throws `Misuse` if the caller has no limits of its own. */
    remove(caller: string): void {
      const world = current()
      if (!ownLimits(world, caller))
        throw unknownName(`${JSON.stringify(caller.slice(0, 100))} does not have its own limits.`, caller, [...callersOf(world).keys()], {
          status: 404,
        })
      world.of(changedCallers).put({ caller, limits: null })
    },
  }
}

export function organizationOf({ contacts }: World, orgNo: string | null | undefined): CallerOrganization {
  const contact = orgNo ? contacts.find(orgNo) : undefined
  return { orgNo: orgNo ?? null, name: contact && 'emails' in contact ? (contact.name ?? null) : null }
}

/**
 * Returns a function that finds the organization for a rate-limit key: a client id from the journal, a client id derived from an
 * organization, or an organization number.
 */
export function organizationsOf(world: World, callers: readonly string[]): (caller: string) => CallerOrganization {
  const lines = world.journal.calls
    .list()
    .flatMap(({ token }) => (token?.clientId && token.orgNo ? [[token.clientId, token.orgNo] as const] : []))
  const numbers = [...world.fixtures.organizations.map(({ number }) => number), ...callers.filter((caller) => /^\d{9}$/.test(caller))]
  const known = new Map([...numbers.flatMap((orgNo) => [[orgNo, orgNo] as const, [derivedClientId(orgNo), orgNo] as const]), ...lines])
  return (caller) => organizationOf(world, known.get(caller))
}
