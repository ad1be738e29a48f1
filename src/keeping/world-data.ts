/** The data of a world from the records that a folder kept of it. */
import { documentOf as assembled, readWorld, type WorldDocument } from '../control/snapshot/world.ts'
import { allowances } from '../world/allowance.ts'
import type { WorldData } from '../world/environment.ts'
import type { Folded } from './folded.ts'
import { type Head, timeOf } from './head.ts'
import { allowanceOf } from './spending.ts'

/** The highest numbers in the head of a world, by kind of record. */
const latestNames: Readonly<Record<string, keyof NonNullable<Head['latest']['test']>>> = {
  feedEntry: 'feed',
  event: 'event',
  subscription: 'subscription',
}

/** The world as a snapshot has it, without the bytes of its files. `now`: of the machine. The log has checksums, so that its records are trusted. */
export function documentOf(folded: Folded, now: number): WorldDocument {
  const [head] = [...(folded.get('world')?.values() ?? [])] as [Head]
  const { name, seed, created, dialect, calls, tokens, interventions, outbox, active, latest, clock } = head
  const single = {
    world: name,
    seed,
    created,
    dialect,
    calls,
    tokens,
    interventions,
    clock: { mode: clock.mode, speed: clock.speed, time: timeOf(clock, now) },
    scenarios: { active },
    outbox: { dropped: outbox.dropped },
  }
  return assembled(single, (environment) => {
    const numbers = environment && latest[environment]
    if (environment !== undefined && numbers === undefined) return undefined
    const prefix = environment === undefined ? '' : `${environment}.`
    return {
      list(kind) {
        const records = [...(folded.get(prefix + kind.name)?.values() ?? [])]
        return kind.name === allowances.name ? records.map(allowanceOf) : records
      },
      latest: ({ name: kind }) => (numbers ? numbers[latestNames[kind] ?? 'feed'] : outbox.latest),
    }
  })
}

export const worldDataOf = (document: WorldDocument): WorldData => readWorld(document.world, document)
