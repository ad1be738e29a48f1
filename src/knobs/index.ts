/** THE TABLE of knobs: what a user may look at or turn in one world, one property per file. */
import type { Client } from '../client.ts'
import type { Engine } from '../engine/engine.ts'
import type { Keepable } from '../engine/kept-at-reset.ts'
import type { Catalogue } from '../failures/scenario/catalogue.ts'
import type { Keys } from '../tokens/keys.ts'
import type { Collections } from '../world/platform.ts'
import type { World } from '../world/world.ts'
import { type Callers, createCallers } from './callers.ts'
import { type Changes, createChangesKnob, type MethodOf, noting, notingCalls } from './changes.ts'
import { createInnerClient, type InnerClientOptions } from './client.ts'
import { type Clients, createClients } from './clients.ts'
import { type Clock, createClockKnob } from './clock.ts'
import { type Contacts, createContacts } from './contacts.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { createDialect, type Dialect } from './dialect.ts'
import { createEvents, type Events } from './events.ts'
import { createFileTransfers, type FileTransfers } from './file-transfers.ts'
import { createListGates, createMakeGate, type ListGates, type MakeGate } from './gate.ts'
import { createGivens, type Givens } from './givens.ts'
import { createHooks, type Hooks } from './hooks.ts'
import { createJournal, type Journal } from './journal.ts'
import { createLimits, type Limits } from './limits.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createRecipients, type Recipients } from './recipients.ts'
import { createRecords, type Records } from './records.ts'
import { createReports, type Reports } from './reports.ts'
import { createResources, type Resources } from './resources.ts'
import { createMakeOverride, type MakeOverride } from './scenarios/override.ts'
import { createScenarios, type Scenarios } from './scenarios.ts'
import { createSnapshots, type Snapshots } from './snapshot.ts'
import { createShowState, type ShowState } from './state.ts'
import { createStory, type Story } from './story.ts'
import { createSubscriptionsKnob, type Subscriptions } from './subscriptions.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import { createMakeToken, type MakeToken } from './token.ts'
import type { Watching } from './verdicts/watching.ts'
import { createVerdicts, type Verdicts } from './verdicts.ts'

export type { Gate } from '../failures/scenario/gating.ts'
export type { Changes } from './changes.ts'
export type { SnapshotDocument } from './snapshot/document.ts'
export type { SnapshotOptions } from './snapshot.ts'

/** The knobs of one world. They know the world by its name, so they outlive a reset. */
export interface WorldKnobs extends Snapshots {
  readonly name: string
  /** The records behind the knobs. Their shapes change from version to version. */
  readonly world: World
  /** The calls of the service, and what the service did by itself. */
  readonly journal: Journal
  /** Counts the changes of the world, and calls you after each. */
  readonly changes: Changes
  readonly clock: Clock
  /** How well the clients behaved. */
  readonly verdicts: Verdicts
  /** What happened to a record, a call or a name, and because of it. */
  readonly story: Story
  /** The jobs that ran and those that are booked. */
  readonly timeline: Timeline
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
  /** Replies of your own in place of the service. */
  readonly override: MakeOverride
  /** Stops the calls of an operation until you let them go on: for tests of races. */
  readonly gate: MakeGate
  readonly gates: ListGates
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
  /** Receivers of webhooks within Standin, for tests without a server of their own. */
  readonly hooks: Hooks
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
  readonly version: string
  readonly watching: Watching
  readonly scenarios: Catalogue['all']
  knobs(world: string): WorldKnobs
  /** A browser loads it meanwhile. */
  collections(): Collections
}

export function createWorldKnobs(
  name: string,
  { engine, keys, version, watching, scenarios, knobs, collections }: KnobDependencies,
): WorldKnobs {
  const { worlds } = engine
  const current = () => worlds.get(name)
  /** A world that was dropped meanwhile is not made again. */
  const note = () => void (worlds.has(name) && current().changes.note())
  const noteTurn = () => void (worlds.has(name) && current().changes.noteTurn())
  const noteClockMove = () => void (worlds.has(name) && current().changes.noteClockMove())
  const changing = <K extends object>(knob: K, ...names: readonly MethodOf<K>[]) => noting(noteTurn, knob, names)
  const token = notingCalls(note, createMakeToken(current, keys))
  const client: WorldKnobs['client'] = (options = {}) => createInnerClient(engine, current, token, options)
  const { advance, ...steady } = createClockKnob(current)
  const advanceNoted: Clock['advance'] = (...values) => {
    // Calls that arrive meanwhile already see another time.
    noteClockMove()
    return advance(...values)
  }
  const clock = noting(noteClockMove, { ...steady, advance: advanceNoted }, ['freeze', 'resume', 'advance'])
  return {
    name,
    get world() {
      return current()
    },
    journal: changing(createJournal(current, scenarios, engine), 'clear'),
    changes: createChangesKnob(current),
    verdicts: createVerdicts(current, watching, () => worlds.has(name)),
    clock,
    story: createStory(current),
    timeline: createTimeline(current),
    dialect: changing(createDialect(current), 'use'),
    contacts: changing(createContacts(current), 'put', 'remove'),
    clients: changing(createClients(current), 'put', 'remove'),
    recipients: createRecipients(current),
    records: createRecords(current, collections),
    scenarios: changing(createScenarios(current, scenarios), 'use', 'off', 'define', 'remove'),
    override: notingCalls(noteTurn, createMakeOverride(current)),
    gate: createMakeGate(current),
    gates: createListGates(current),
    limits: changing(createLimits(current), 'set', 'refill'),
    callers: changing(createCallers(current), 'put', 'remove'),
    resources: changing(createResources(current), 'put', 'remove'),
    outbox: changing(createOutbox(current), 'clear'),
    events: createEvents(current),
    subscriptions: changing(createSubscriptionsKnob(current), 'validate', 'remove'),
    deliveries: changing(createDeliveries(current), 'resend', 'breakOff'),
    hooks: changing(createHooks(current), 'receive', 'answer', 'clear'),
    reports: changing(createReports(current), 'report'),
    fileTransfers: changing(createFileTransfers(current), 'publish', 'scan', 'expire'),
    givens: createGivens(client, () => knobs(name)),
    state: createShowState(current),
    ...createSnapshots({ name, engine, version, scenarios }),
    advance: clock.advance,
    reset: (keep) => void worlds.reset(name, keep),
    token,
    client,
  }
}
