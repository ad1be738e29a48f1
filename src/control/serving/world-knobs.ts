/** The table of a world's knobs, with one property per knob. */

import type { Engine } from '../../service/engine/engine.ts'
import type { Catalogue } from '../../service/failures/catalogue.ts'
import type { Keys } from '../../service/tokens/keys.ts'
import { createCallers } from '../callers/knob.ts'
import { createChangesKnob, type MethodOf, noting, notingCalls } from '../changes/knob.ts'
import { createInnerClient } from '../client/knob.ts'
import { createClients } from '../clients/knob.ts'
import { type Clock, createClockKnob } from '../clock/knob.ts'
import { createContacts } from '../contacts/knob.ts'
import { createDeliveries } from '../deliveries/knob.ts'
import { createDialect } from '../dialect/knob.ts'
import { createEvents } from '../events/knob.ts'
import { createFileTransfers } from '../file-transfers/knob.ts'
import { createListGates, createMakeGate } from '../gates/knob.ts'
import { createGivens } from '../givens/knob.ts'
import { createHooks } from '../hooks/knob.ts'
import { createJournal } from '../journal/knob.ts'
import { createLimits } from '../limits/knob.ts'
import { createOutbox } from '../outbox/knob.ts'
import { createRecipients } from '../recipients/knob.ts'
import { type createLibrary, createRecords } from '../records/knob.ts'
import { createReports } from '../reports/knob.ts'
import { createResources } from '../resources/knob.ts'
import { createScenarios } from '../scenarios/knob.ts'
import { createMakeOverride } from '../scenarios/override.ts'
import type { WorldKnobs } from '../simulator.ts'
import { createSnapshots } from '../snapshot/knob.ts'
import { createShowState } from '../state/knob.ts'
import { createStory } from '../story/knob.ts'
import { createSubscriptionsKnob } from '../subscriptions/knob.ts'
import { createTimeline } from '../timeline/knob.ts'
import { createMakeToken } from '../token/knob.ts'
import { createVerdicts } from '../verdicts/knob.ts'
import type { Watching } from '../verdicts/watching.ts'

export interface KnobDependencies {
  readonly engine: Engine
  readonly keys: Keys
  readonly version: string
  readonly watching: Watching
  readonly scenarios: Catalogue
  knobs(world: string): WorldKnobs
  readonly collections: ReturnType<typeof createLibrary>['now']
}

/** Creates all knobs. The caller adds the `world` property. */
export function createWorldKnobs(
  name: string,
  { engine, keys, version, watching, scenarios, knobs, collections }: KnobDependencies,
): Omit<WorldKnobs, 'world'> {
  const { worlds } = engine
  /** Looked up on each use, because a reset replaces the world. */
  const current = () => worlds.get(name)
  /** Does not recreate a world that was dropped in the meantime. */
  const note = () => void (worlds.has(name) && current().changes.note())
  const noteTurn = () => void (worlds.has(name) && current().changes.noteTurn())
  const noteClockMove = () => void (worlds.has(name) && current().changes.noteClockMove())
  const changing = <K extends object>(knob: K, ...names: readonly MethodOf<K>[]) => noting(noteTurn, knob, names)
  const token = notingCalls(note, createMakeToken(current, keys))
  const client: WorldKnobs['client'] = (options = {}) => createInnerClient(engine, current, token, options)
  const { advance, ...steady } = createClockKnob(current)
  const advanceNoted: Clock['advance'] = (...values) => {
    // The clock move is also counted before the advance, because calls that arrive during the advance already see a different time.
    noteClockMove()
    return advance(...values)
  }
  const clock = noting(noteClockMove, { ...steady, advance: advanceNoted }, ['freeze', 'resume', 'advance'])
  return {
    name,
    journal: changing(createJournal(current, scenarios.loaded, engine), 'clear'),
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
    scenarios: changing(createScenarios(current, scenarios.all), 'use', 'off', 'define', 'remove'),
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
    ...createSnapshots({ name, engine, version, scenarios: scenarios.all }),
    advance: clock.advance,
    reset: (keep) => void worlds.reset(name, keep),
    token,
    client,
  }
}
