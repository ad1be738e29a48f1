/** Verdicts on the clients of a world: to read, and to switch on and off. */
import type { z } from 'zod'
import { derivedClientId } from '../../service/tokens/issue.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { VerdictFilter } from './judged.ts'
import type { VerdictsReply, watchedReply } from './rows.ts'
import type { Watching } from './watching.ts'

export type { VerdictFilter } from './judged.ts'

export interface Verdicts {
  /**
   * Judges how well each caller behaved. In a world that is not watched, it judges the lines that the journal still has. Throws
   * {@link Misuse} for a set that does not exist.
   */
  (filter?: VerdictFilter & Page): Promise<VerdictsReply>
  /** Watches the world from now on. Every line is judged before the journal drops it. Does nothing where the world is watched. */
  start(): z.output<typeof watchedReply>
  /** Forgets what was found. */
  end(): z.output<typeof watchedReply>
}

export function createVerdicts(current: () => World, watching: Watching, exists: () => boolean): Verdicts {
  async function list({ limit, after, ...filter }: VerdictFilter & Page = {}): Promise<VerdictsReply> {
    const world = current()
    const { judged } = await import('./judged.ts')
    const { verdicts, ...rest } = await judged(world, watching, withDerived(filter))
    const page = pageOf('verdicts', verdicts, { limit, after }, ({ id }) => id)
    return { ...page, ...rest }
  }
  return Object.assign(list, {
    start() {
      watching.start(current(), () => (exists() ? current() : undefined))
      return { watched: true }
    },
    end() {
      watching.end(current())
      return { watched: false }
    },
  })
}

/** An organization number also means the integration of the organization. */
const withDerived = ({ caller, ...rest }: VerdictFilter) => ({
  ...rest,
  callers: caller === undefined ? undefined : /^\d{9}$/.test(caller) ? [caller, derivedClientId(caller)] : [caller],
})
