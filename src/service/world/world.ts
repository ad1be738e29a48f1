/** A world: everything that one group of users shares. */

import type { Keys } from '../tokens/keys.ts'
import type { LiveOwner } from '../wire/when-needed.ts'
import type { Booking } from './agenda.ts'
import { bookings } from './booked.ts'
import type { Bookable } from './bookings.ts'
import { type Changes, createChanges, type Ending } from './changes.ts'
import { type Clock, createClock, type Happening } from './clock.ts'
import { type ContactRegister, createContactRegister } from './contact-register.ts'
import { type Environment, type Environments, loadEnvironments, type WorldData } from './environment.ts'
import { createJournalRings, type Following, type JournalRings, type Journals } from './journal.ts'
import type { Observing } from './observer.ts'
import { createOutboxTable, type OutboxTable } from './outbox.ts'
import type { Outgoing } from './outgoing.ts'
import type { BlobStore, Platform } from './platform.ts'
import { type Random, random } from './random.ts'
import { createRecords, type RecordFollower, type Records } from './records.ts'
import { type ClientRegister, changedClients, createClientRegister } from './registered-client.ts'
import type { ScenarioState } from './scenario-state.ts'
import type { Seed } from './seed.ts'
import type { Settings } from './settings.ts'

/** The data of a world, and the behaviour over it. */
export interface World extends Ending, LiveOwner, Records {
  readonly data: WorldData
  readonly name: string
  readonly settings: Settings
  readonly fixtures: Seed
  /** The steps of jobs, which may be loaded later. */
  readonly bookables: Readonly<Record<string, Bookable>>
  readonly clock: Clock
  readonly journal: JournalRings
  readonly changes: Changes
  readonly contacts: ContactRegister
  /** The clients that are registered at Maskinporten. */
  readonly clients: ClientRegister
  readonly scenarios: ScenarioState
  readonly outbox: OutboxTable
  readonly blobs: BlobStore
  /** The keys of the simulator: they sign tokens. */
  readonly keys: Keys
  /** Calls addresses that clients gave. */
  readonly outgoing: Outgoing
  readonly environments: Environments
  /** Learns which records change. */
  readonly recordFollower: RecordFollower
  /** The observers of all worlds of the simulator. */
  readonly observing: Observing
  gone: boolean
  /** Each is called once, when the world ends. No call waits for them. */
  readonly atEnd: Set<() => void>
}

/** A world, and the one of its environments that is meant. */
export interface WorldEnvironment {
  readonly world: World
  readonly environment: Environment
}

/** What the worlds of a simulator share. */
export interface WorldDependencies {
  readonly settings: Settings
  readonly fixtures: Seed
  readonly platform: Platform
  readonly keys: Keys
  readonly outgoing: Outgoing
  readonly journals: Journals
  readonly bookables: World['bookables']
  readonly observing?: Observing
  run(world: World, booking: Booking): Promise<Happening>
}

/** What a world takes over, besides its data. */
export interface Inherited {
  readonly blobs?: BlobStore | undefined
  readonly following?: Following | undefined
  readonly changes?: Changes | undefined
}

/** Makes the world of this data, which it takes over. `blobs` holds the bytes of its files. */
export function loadWorld(
  data: WorldData,
  { settings, fixtures, platform, keys, outgoing, journals, bookables, observing = {}, run }: WorldDependencies,
  { blobs = platform.openBlobs(), following, changes = createChanges() }: Inherited = {},
): World {
  const share = journals.budget.join()
  const recordFollower: RecordFollower = { current: undefined }
  const records = createRecords(data.records, recordFollower)
  const world: World = {
    data,
    name: data.name,
    settings,
    fixtures,
    bookables,
    clock: createClock({
      data: data.clock,
      platform: { ...platform, wake: (milliseconds, call) => platform.wake(milliseconds, call, data.name) },
      run: (booking) => run(world, booking),
      mayWake: () => observing.current?.wakes(data.name) ?? true,
    }),
    journal: createJournalRings(data.journal, settings.journal, { following, share, ...journals, world: data.name }),
    changes,
    contacts: createContactRegister(fixtures, { unknownRecipients: settings.unknownRecipients }, records, () => world.clock.now()),
    clients: createClientRegister(fixtures, records.of(changedClients)),
    scenarios: data.scenarios,
    outbox: createOutboxTable(records, data.outbox, share),
    blobs,
    keys,
    outgoing: outgoing.branch(),
    environments: loadEnvironments(data.environments, recordFollower),
    of: records.of,
    recordFollower,
    observing,
    gone: false,
    inFlight: new Set(),
    atEnd: new Set(),
    live: [],
  }
  world.clock.agenda.follow((booking, what) => {
    recordFollower.current?.(bookings.name, undefined, bookings.key(booking), what === 'added' ? booking : undefined)
  })
  return world
}

/** A copy of the data as of now, between two commits. A call or a job that has not ended has done in it what it has committed. */
export const copyWorldData = ({ data, clock }: World, { journal = data.journal }: Partial<Pick<WorldData, 'journal'>> = {}): WorldData =>
  structuredClone({ ...data, journal, clock: { ...data.clock, time: clock.now(), lead: clock.lead() } })

/** Stops the clock of a world, removes its content, and ends the calls in flight. */
export function endWorld(world: World): void {
  world.gone = true
  world.clock.stop()
  world.outgoing.close()
  world.blobs.close()
  world.journal.end()
  for (const end of [...world.inFlight, ...world.atEnd]) end()
  world.inFlight.clear()
  world.atEnd.clear()
}

export const randomOf = (world: World, ...parts: readonly (string | number)[]): Random => random(world.data.seed, world.name, ...parts)
