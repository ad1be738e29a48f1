/** The data of a world from the records that a store kept of it. */
import { documentOf as assembled, readWorld, type WorldDocument } from '../control/snapshot/world.ts'
import { allowances } from '../world/allowance.ts'
import type { WorldData } from '../world/environment.ts'
import { type Head, timeOf } from './head.ts'
import { type LoadedWorld, shelfName } from './loaded-world.ts'
import { allowanceOf } from './spending.ts'

/** The highest numbers in the head of a world, by kind of record. */
const latestNames: Readonly<Record<string, keyof NonNullable<Head['latest']['test']>>> = {
  feedEntry: 'feed',
  event: 'event',
  subscription: 'subscription',
}

/** The world as a snapshot has it, without the bytes of its files. `now`: of the machine. Its records are trusted. */
export function documentOf({ head, records }: Pick<LoadedWorld, 'head' | 'records'>, now: number): WorldDocument {
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
    return {
      list(kind) {
        const listed = [...(records.get(shelfName(kind.name, environment))?.values() ?? [])]
        return kind.name === allowances.name ? listed.map(allowanceOf) : listed
      },
      latest: ({ name: kind }) => (numbers ? numbers[latestNames[kind] ?? 'feed'] : outbox.latest),
    }
  })
}

export const worldDataOf = (document: WorldDocument): WorldData => readWorld(document.world, document)
