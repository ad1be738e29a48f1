/** The verdicts on a world's clients: reads them, and starts and stops watching. */
import type { z } from 'zod'
import { derivedClientId } from '../../service/tokens/issue.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { VerdictFilter } from './judged.ts'
import type { VerdictsReply, watchedReply } from './rows.ts'
import type { Watching } from './watching.ts'

export type { VerdictFilter } from './judged.ts'

export type Verdicts = ReturnType<typeof createVerdicts>

export function createVerdicts(current: () => World, watching: Watching, exists: () => boolean) {
  /**
   * Judges how well each caller behaved. In a world that is not being watched, only lines that are still in the journal are judged. Throws
   * {@link Misuse} for an unknown set.
   */
  async function list({ limit, after, ...filter }: VerdictFilter & Page = {}): Promise<VerdictsReply> {
    const world = current()
    const { judged } = await import('./judged.ts')
    const { verdicts, ...rest } = await judged(world, watching, withDerived(filter))
    const page = pageOf('verdicts', verdicts, { limit, after }, ({ id }) => id)
    return { ...page, ...rest }
  }
  return Object.assign(list, {
    /** Watches the world from now on, judging every line before the journal drops it. Does nothing if the world is already being watched. */
    start(): z.output<typeof watchedReply> {
      watching.start(current(), () => (exists() ? current() : undefined))
      return { watched: true }
    },
    end(): z.output<typeof watchedReply> {
      watching.end(current())
      return { watched: false }
    },
  })
}

/** Extends a filter by an organization number, so that it also matches the organization's integration. */
const withDerived = ({ caller, ...rest }: VerdictFilter) => ({
  ...rest,
  callers: caller === undefined ? undefined : /^\d{9}$/.test(caller) ? [caller, derivedClientId(caller)] : [caller],
})
