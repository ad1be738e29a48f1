/** The callers with limits of their own. */
import type { z } from 'zod'
import { callersOf, changedCallers, ownLimits } from '../engine/caller-limits.ts'
import { unknownName } from '../wire/nearest.ts'
import type { World } from '../world/world.ts'
import { type Page, pageOf, same } from './page.ts'
import type { Caller, callersReply } from './rows/callers.ts'

export interface Callers {
  /** The callers of the fixtures first. */
  list(page?: Page): z.output<typeof callersReply>
  /** Gives a caller limits of its own, in place of those that it had. */
  put(caller: string, limits: Caller['limits']): Caller
  /** Gives a caller the usual limits again. Throws `Misuse` for a caller without limits of its own. */
  remove(caller: string): void
}

declare module '../knobs.ts' {
  interface WorldKnobs {
    /** Callers with limits of their own. */
    readonly callers: Callers
  }
}

/** Asks for the world anew each time, because a reset replaces it. */
export function createCallers(current: () => World): Callers {
  return {
    list(page) {
      const callers = [...callersOf(current())].map(([caller, limits]) => ({ caller, limits: { ...limits } }))
      const { shown, rest } = pageOf(callers, page, ({ caller }) => caller, same)
      return { callers: shown, ...rest }
    },
    put(caller, limits) {
      current().of(changedCallers).put({ caller, limits })
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
