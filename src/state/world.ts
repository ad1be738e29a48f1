/** A world: everything that one group of users shares. */
import type { Keys } from '../identity/keys.ts'
import { type Dialect, dialect } from '../wire/dialect.ts'
import { getOrCreate } from '../wire/get-or-create.ts'
import type { MaybePromise } from '../wire/http/call.ts'
import type { Booking, EnvironmentName } from './agenda.ts'
import { type Clock, createClock, type Happening } from './clock.ts'
import { createEnvironment, type Environment } from './environment.ts'
import type { Following } from './following.ts'
import { createJournalRings, type JournalRings } from './journal.ts'
import { type ContactFixtures, type ContactRegister, createContactRegister } from './notifications/contact-register.ts'
import { createOutboxTable, type OutboxTable } from './notifications/outbox.ts'
import type { Outgoing } from './outgoing.ts'
import { type Pace, paces } from './pace.ts'
import type { BlobStore, Platform } from './platform.ts'
import { type Random, random } from './random.ts'
import { openResource, type Resource } from './resources/resource.ts'
import { createScenarioState, type ScenarioState } from './scenario.ts'
import type { Settings } from './settings.ts'

/** A caller with limits of its own. Source: decisions §4. */
export interface CallerFixture {
  readonly orgNo?: string | undefined
  readonly clientId?: string | undefined
  readonly limits: Readonly<Record<string, number>>
}

/** The seed data of every world. */
export interface Fixtures extends ContactFixtures {
  readonly resources: readonly Resource[]
  readonly callers: readonly CallerFixture[]
}

export interface World {
  readonly name: string
  readonly created: number
  readonly settings: Settings
  readonly fixtures: Fixtures
  readonly dialect: Dialect
  readonly pace: Pace
  readonly clock: Clock
  readonly journal: JournalRings
  readonly contacts: ContactRegister
  readonly scenarios: ScenarioState
  readonly outbox: OutboxTable
  readonly blobs: BlobStore
  /** The simulator's: by which it signs tokens. */
  readonly keys: Keys
  /** Calls addresses that clients gave, in the places of the simulator. */
  readonly outgoing: Outgoing
  readonly environments: Readonly<Record<EnvironmentName, Environment>>
  /** Calls that have arrived, tokens that were made, and times that somebody made a transfer do something: each has its number. */
  calls: number
  tokens: number
  interventions: number
  /** Whether it has been replaced by a reset or dropped. */
  gone: boolean
}

export interface WorldOptions {
  readonly name: string
  readonly settings: Settings
  readonly fixtures: Fixtures
  readonly platform: Platform
  readonly keys: Keys
  readonly outgoing: Outgoing
  /** What a reset leaves as it is. */
  readonly keep?: Partial<Pick<World, 'contacts' | 'scenarios' | 'journal' | 'clock' | 'calls'>>
  /** Who followed the world that this one takes the place of. */
  readonly following?: Following | undefined
  run(world: World, booking: Booking): MaybePromise<Happening>
}

export function createWorld({ name, settings, fixtures, platform, keys, outgoing, run, keep = {}, following }: WorldOptions): World {
  const start = keep.clock?.now() ?? settings.now ?? platform.now()
  const world: World = {
    name,
    created: start,
    settings,
    fixtures,
    dialect: dialect(settings.dialect),
    pace: paces[settings.pace],
    clock: createClock({
      mode: keep.clock?.mode ?? settings.clock,
      speed: keep.clock?.speed,
      start,
      platform,
      run: (booking) => run(world, booking),
    }),
    journal: keep.journal ?? createJournalRings(settings.journal, following),
    contacts: keep.contacts ?? createContactRegister(fixtures, { unknownRecipients: settings.unknownRecipients }),
    scenarios: keep.scenarios ?? createScenarioState(),
    outbox: createOutboxTable(),
    blobs: platform.openBlobs(),
    keys,
    outgoing: outgoing.branch(),
    environments: { test: createEnvironment('test'), production: createEnvironment('production') },
    calls: keep.calls ?? 0,
    tokens: 0,
    interventions: 0,
    gone: false,
  }
  return world
}

/** Nothing of a world happens any more, and none of its content is kept. Calls that began in it end in it. */
export function endWorld(world: World): void {
  world.gone = true
  world.clock.stop()
  world.outgoing.close()
  world.blobs.close()
}

export const randomOf = (world: World, ...parts: readonly (string | number)[]): Random => random(world.settings.seed, world.name, ...parts)

const described = new WeakMap<Fixtures, ReadonlyMap<string, Resource>>()

/** A resource as configured, else as the fixtures have it, else an open one where those are allowed. */
export function findResource(world: World, environment: Environment, id: string): Resource | undefined {
  const known = describedResource(world, environment, id)
  if (known) return known.configured === false ? undefined : known
  return world.settings.openResources ? openResource(id) : undefined
}

/** As configured or in the fixtures, also one that only the registry has. */
export function describedResource({ fixtures }: World, environment: Environment, id: string): Resource | undefined {
  const known = getOrCreate(described, fixtures, () => new Map(fixtures.resources.map((resource) => [resource.id, resource])))
  return environment.resources.get(id) ?? known.get(id)
}
