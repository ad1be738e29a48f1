/** The callers with limits of their own, and the organization of any caller. */
import type { z } from 'zod'
import { callersOf, changedCallers, ownLimits } from '../../service/engine/limits.ts'
import { derivedClientId } from '../../service/tokens/derived-guid.ts'
import { unknownName } from '../../service/wire/misuse.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { Caller, CallerOrganization, callersReply } from './rows.ts'

export interface Callers {
  /** The callers of the fixtures first. */
  list(page?: Page): z.output<typeof callersReply>
  /** Gives a caller limits of its own, in place of those that it had. */
  put(caller: string, limits: Caller['limits']): Caller
  /** Gives a caller the usual limits again. Throws `Misuse` for a caller without limits of its own. */
  remove(caller: string): void
}

export function createCallers(current: () => World): Callers {
  return {
    list(page) {
      const callers = [...callersOf(current())].map(([caller, limits]) => ({ caller, limits: { ...limits } }))
      return pageOf('callers', callers, page, ({ caller }) => caller)
    },
    put(caller, limits) {
      current()
        .of(changedCallers)
        .put({ caller, limits: { ...limits } })
      return { caller, limits }
    },
    remove(caller) {
      const world = current()
      if (!ownLimits(world, caller))
        throw unknownName(`${JSON.stringify(caller.slice(0, 100))} has no limits of its own.`, caller, [...callersOf(world).keys()], {
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
 * By what calls are counted by: a client id that the journal still has, one that is derived from an organization, or an organization
 * number.
 */
export function organizationsOf(world: World, callers: readonly string[]): (caller: string) => CallerOrganization {
  const lines = world.journal.calls
    .list()
    .flatMap(({ token }) => (token?.clientId && token.orgNo ? [[token.clientId, token.orgNo] as const] : []))
  const numbers = [...world.fixtures.organizations.map(({ number }) => number), ...callers.filter((caller) => /^\d{9}$/.test(caller))]
  const known = new Map([...numbers.flatMap((orgNo) => [[orgNo, orgNo] as const, [derivedClientId(orgNo), orgNo] as const]), ...lines])
  return (caller) => organizationOf(world, known.get(caller))
}
