/** A world: the data and behaviour that one group of users shares. */

import type { Keys } from '../tokens/keys.ts'
import type { DialectName } from '../wire/vocabulary.ts'
import type { LiveOwner } from '../wire/when-needed.ts'
import { type Changes, createChanges, type Ending } from './changes.ts'
import { type Clock, type ClockData, type Happening, newClock } from './clock.ts'
import { createJournalRings, type Following, type JournalData, type JournalRings, type Journals, newJournal } from './journal.ts'
import type { Observing } from './observer.ts'
import type { Outgoing } from './outgoing.ts'
import type { BlobStore, Platform } from './platform.ts'
import { type Random, random } from './random.ts'
import { createOutboxTable, newOutbox, type OutboxData, type OutboxTable } from './records/outbox.ts'
import type { EnvironmentData, RecordFollower, Records, RecordsData } from './records.ts'
import { createRecords, loadEnvironments, newRecords } from './records.ts'
import { type ContactRegister, createContactRegister } from './registers/contacts.ts'
import { type ClientRegister, changedClients, createClientRegister, type Seed } from './registers.ts'
import { createScenarioState, type ScenarioState } from './scenario/state.ts'
import type { Settings } from './settings.ts'
import { type Bookable, type Booking, bookings } from './time/bookings.ts'
import { createClock } from './time/create-clock.ts'

export { type Changes, demandNotGone, type Ending, noDoings, signalOfBoth, unlessWorldGone, WorldGone } from './changes.ts'
export { fractionOf, type Random, random } from './random.ts'
export { messages, type Posted } from './records/outbox.ts'

/** A world's complete state except for the content of its files. Plain data, so that `structuredClone` can copy it. */
export interface WorldData {
  readonly name: string
  /** The seed for the world's random numbers. */
  readonly seed: number
  readonly created: number
  dialect: DialectName
  readonly clock: ClockData
  readonly scenarios: ScenarioState
  /** Records outside environments. */
  readonly records: RecordsData
  readonly outbox: OutboxData
  readonly journal: JournalData
  readonly environments: EnvironmentData
  /** Number of calls that have arrived. */
  calls: number
  /** Number of tokens issued. */
  tokens: number
  /** Number of file transfer events that a tester has triggered. */
  interventions: number
}

export function newWorldData(name: string, { dialect, clock, seed }: Pick<Settings, 'dialect' | 'clock' | 'seed'>, now: number): WorldData {
  return {
    name,
    seed,
    created: now,
    dialect,
    clock: newClock(clock, now),
    scenarios: createScenarioState(),
    records: newRecords(),
    outbox: newOutbox(),
    journal: newJournal(),
    environments: {},
    calls: 0,
    tokens: 0,
    interventions: 0,
  }
}

export interface World extends Ending, LiveOwner, Records {
  readonly data: WorldData
  readonly name: string
  readonly settings: Settings
  readonly fixtures: Seed
  /** The properties of all jobs that bookings need. The jobs themselves are loaded later. */
  readonly bookables: Readonly<Record<string, Bookable>>
  readonly clock: Clock
  readonly journal: JournalRings
  readonly changes: Changes
  readonly contacts: ContactRegister
  readonly clients: ClientRegister
  readonly scenarios: ScenarioState
  readonly outbox: OutboxTable
  readonly blobs: BlobStore
  /** The simulator's keys, which sign tokens. */
  readonly keys: Keys
  readonly outgoing: Outgoing
  readonly environments: ReturnType<typeof loadEnvironments>
  readonly recordFollower: RecordFollower
  readonly observing: Observing
  gone: boolean
  /** Callbacks that are called once, when the world ends. Calls do not wait for them. */
  readonly atEnd: Set<() => void>
}

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

/** Parts that a world takes over from another, besides its data. */
export type Inherited = Partial<{ blobs: BlobStore | undefined; following: Following | undefined; changes: Changes | undefined }>

/** Creates a world from the data and takes ownership of the data. `blobs`: the content of its files. */
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
      platform,
      world: data.name,
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

/** Copies the data between two commits. The copy includes everything that unfinished calls and jobs have committed so far. */
export const copyWorldData = ({ data, clock }: World, { journal = data.journal }: Partial<Pick<WorldData, 'journal'>> = {}): WorldData =>
  structuredClone({ ...data, journal, clock: { ...data.clock, time: clock.now(), lead: clock.lead() } })

/** Stops a world's clock, removes its content and ends its calls in flight. */
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
