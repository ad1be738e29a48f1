/** THE TABLE of knobs: what a user may look at or turn in one world, one property per file. */
import type { Client } from '../client.ts'
import type { Engine } from '../engine/engine.ts'
import type { Keepable } from '../engine/worlds.ts'
import type { Scenario } from '../state/scenario.ts'
import type { World } from '../state/world.ts'
import type { Keys } from '../tokens/keys.ts'
import type { MaybePromise } from '../wire/http/call.ts'
import { type Callers, createCallers } from './callers.ts'
import { createInnerClient, type InnerClientOptions } from './client.ts'
import { type Clients, createClients } from './clients.ts'
import { type Clock, createClockKnob } from './clock.ts'
import { type Contacts, createContacts } from './contacts.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { createDialect, type Dialect } from './dialect.ts'
import { createEvents, type Events } from './events.ts'
import { createFileTransfers, type FileTransfers } from './file-transfers.ts'
import { createGivens, type Givens } from './givens.ts'
import { createJournal, type Journal } from './journal.ts'
import { createLimits, type Limits } from './limits.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createRecipients, type Recipients } from './recipients.ts'
import { createRecords, type Records } from './records.ts'
import { createReports, type Reports } from './reports.ts'
import { createResources, type Resources } from './resources.ts'
import { createScenarios, type Scenarios } from './scenarios.ts'
import { createShowState, type ShowState } from './state.ts'
import { createSubscriptionsKnob, type Subscriptions } from './subscriptions.ts'
import { createMakeToken, type MakeToken } from './token.ts'

/** The knobs of one world. They know the world by its name, so they outlive a reset. */
export interface WorldKnobs {
  readonly name: string
  /** The records behind the knobs. Their shapes change from version to version. */
  readonly world: World
  /** The calls of the service, and what the service did by itself. */
  readonly journal: Journal
  readonly clock: Clock
  /** The dialect that the world speaks. */
  readonly dialect: Dialect
  readonly contacts: Contacts
  /** The clients that are registered at Maskinporten. */
  readonly clients: Clients
  /** Magic recipients and file names. */
  readonly recipients: Recipients
  /** The records of both environments, to query off the request path. */
  readonly records: Records
  readonly scenarios: Scenarios
  readonly limits: Limits
  /** Callers with limits of their own. */
  readonly callers: Callers
  /** The resources of both environments. */
  readonly resources: Resources
  /** The messages that were sent, in both environments. */
  readonly outbox: Outbox
  /** The events that were published, in both environments. */
  readonly events: Events
  /** The subscriptions to events, of both environments. */
  readonly subscriptions: Subscriptions
  /** The webhook deliveries to subscribers. */
  readonly deliveries: Deliveries
  /** Delivery reports that you choose. */
  readonly reports: Reports
  /** Published files of any size, and scans and expiries ahead of time. */
  readonly fileTransfers: FileTransfers
  /** Starting points, by the sentences that contracts and scenarios use. */
  readonly givens: Givens
  /** Counts and lists the records, per environment. */
  readonly state: ShowState
  /** The short form of `clock.advance`. */
  readonly advance: Clock['advance']
  /** Brings the world back to its start, except for the parts to keep. */
  reset(keep?: readonly Keepable[]): void
  readonly token: MakeToken
  /** A client that calls the service in this process: typed, with tokens, and with time that passes while it waits. */
  client(options?: InnerClientOptions): Client
}

export interface KnobDependencies {
  readonly engine: Engine
  readonly keys: Keys
  scenarios(): MaybePromise<ReadonlyMap<string, Scenario>>
  knobs(world: string): WorldKnobs
}

export function createWorldKnobs(name: string, { engine, keys, scenarios, knobs }: KnobDependencies): WorldKnobs {
  const { worlds } = engine
  const current = () => worlds.get(name)
  const token = createMakeToken(current, keys)
  const client: WorldKnobs['client'] = (options = {}) => createInnerClient(engine, current, token, options)
  const clock = createClockKnob(current)
  return {
    name,
    get world() {
      return current()
    },
    journal: createJournal(current, scenarios),
    clock,
    dialect: createDialect(current),
    contacts: createContacts(current),
    clients: createClients(current),
    recipients: createRecipients(current),
    records: createRecords(current),
    scenarios: createScenarios(current, scenarios),
    limits: createLimits(current),
    callers: createCallers(current),
    resources: createResources(current),
    outbox: createOutbox(current),
    events: createEvents(current),
    subscriptions: createSubscriptionsKnob(current),
    deliveries: createDeliveries(current),
    reports: createReports(current),
    fileTransfers: createFileTransfers(current),
    givens: createGivens(client, () => knobs(name)),
    state: createShowState(current),
    advance: clock.advance,
    reset: (keep) => void worlds.reset(name, keep),
    token,
    client,
  }
}
