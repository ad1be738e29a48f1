/** THE TABLE of knobs: what a user may look at or turn in one world, one property per file. */

import type { WorldKnobs } from '../knobs.ts'
import type { Engine } from '../service/engine/engine.ts'
import type { Catalogue } from '../service/failures/catalogue.ts'
import type { Keys } from '../service/tokens/keys.ts'
import { createCallers } from './callers.ts'
import { createChangesKnob, type MethodOf, noting, notingCalls } from './changes.ts'
import { createInnerClient } from './client.ts'
import { createClients } from './clients.ts'
import { type Clock, createClockKnob } from './clock.ts'
import { createContacts } from './contacts.ts'
import { createDeliveries } from './deliveries.ts'
import { createDialect } from './dialect.ts'
import { createEvents } from './events.ts'
import { createFileTransfers } from './file-transfers.ts'
import { createListGates, createMakeGate } from './gate.ts'
import { createGivens } from './givens.ts'
import { createHooks } from './hooks.ts'
import { createJournal } from './journal.ts'
import { createLimits } from './limits.ts'
import { createOutbox } from './outbox.ts'
import { createRecipients } from './recipients.ts'
import { type createLibrary, createRecords } from './records.ts'
import { createReports } from './reports.ts'
import { createResources } from './resources.ts'
import { createMakeOverride } from './scenarios/override.ts'
import { createScenarios } from './scenarios.ts'
import { createSnapshots } from './snapshot.ts'
import { createShowState } from './state.ts'
import { createStory } from './story.ts'
import { createSubscriptionsKnob } from './subscriptions.ts'
import { createTimeline } from './timeline.ts'
import { createMakeToken } from './token.ts'
import type { Watching } from './verdicts/watching.ts'
import { createVerdicts } from './verdicts.ts'

export type { SnapshotDocument } from '../persistence/snapshot-document.ts'
export type { Gate } from '../service/failures/gating.ts'
export type { Callers } from './callers.ts'
export type { Changes } from './changes.ts'
export type { InnerClientOptions } from './client.ts'
export type { Clients } from './clients.ts'
export type { Clock } from './clock.ts'
export type { Contacts } from './contacts.ts'
export type { Deliveries } from './deliveries.ts'
export type { Dialect } from './dialect.ts'
export type { Events } from './events.ts'
export type { FileTransfers } from './file-transfers.ts'
export type { ListGates, MakeGate } from './gate.ts'
export type { Givens } from './givens.ts'
export type { Hooks } from './hooks.ts'
export type { Journal } from './journal.ts'
export type { KeysKnob } from './keys.ts'
export type { Limits } from './limits.ts'
export type { Metrics } from './metrics.ts'
export type { Outbox } from './outbox.ts'
export type { Recipients } from './recipients.ts'
export type { Records } from './records.ts'
export type { Reports } from './reports.ts'
export type { Resources } from './resources.ts'
export type { MakeOverride } from './scenarios/override.ts'
export type { Scenarios } from './scenarios.ts'
export type { SnapshotOptions, Snapshots } from './snapshot.ts'
export type { ShowState } from './state.ts'
export type { Story } from './story.ts'
export type { Subscriptions } from './subscriptions.ts'
export type { Timeline } from './timeline.ts'
export type { MakeToken } from './token.ts'
export type { Traces } from './traces.ts'
export type { Verdicts } from './verdicts.ts'

export interface KnobDependencies {
  readonly engine: Engine
  readonly keys: Keys
  readonly version: string
  readonly watching: Watching
  readonly scenarios: Catalogue['all']
  knobs(world: string): WorldKnobs
  readonly collections: ReturnType<typeof createLibrary>['now']
}

/** All but the property `world`. */
export function createWorldKnobs(
  name: string,
  { engine, keys, version, watching, scenarios, knobs, collections }: KnobDependencies,
): Omit<WorldKnobs, 'world'> {
  const { worlds } = engine
  /** A knob asks for its world each time, because a reset replaces it. */
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
