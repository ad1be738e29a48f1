/** The data of a world as a snapshot, without the bytes of files, and back. */

import { contactKey } from '../../areas/contacts/records/contact-key.ts'
import type { ContactData } from '../../areas/contacts/records/contact-register.ts'
import { jobFacts } from '../../areas/facts.ts'
import type { OutboxData } from '../../areas/notifications/records/outbox.ts'
import type { SnapshotDocument } from '../../control-replies/snapshot/document.ts'
import { readScenario } from '../../scenario/read-scenario.ts'
import { type Booking, bookingId, earlier } from '../../state/agenda.ts'
import type { ClockData } from '../../state/clock.ts'
import type { Keeping } from '../../state/journal/keeping.ts'
import { newJournal } from '../../state/journal.ts'
import type { ScenarioState } from '../../state/scenario/scenario-state.ts'
import type { WorldData } from '../../state/world.ts'
import { documentOf } from '../scenarios/rules.ts'
import { readEnvironment, writeEnvironment } from './environment.ts'
import { readJournal, writeJournal } from './journal.ts'
import { byId, ordered } from './lists.ts'

/** A snapshot without what is said about it, and without the bytes of files. */
export type WorldDocument = Omit<SnapshotDocument, 'format' | 'version' | 'standin' | 'settings' | 'contents'>

export function writeWorld(data: WorldData, mark: Keeping['mark'] | undefined): WorldDocument {
  const { name, seed, created, dialect, calls, tokens, interventions, environments } = data
  const { test, production } = environments
  return {
    world: name,
    seed,
    created,
    dialect,
    calls,
    tokens,
    interventions,
    clock: writeClock(data.clock),
    scenarios: writeScenarios(data.scenarios),
    contacts: {
      changed: [...data.contacts.records.values()],
      removed: [...data.contacts.removed],
      former: Array.from(data.contacts.former, ([number, versions]) => ({ number, versions })),
    },
    callers: Array.from(data.callers, ([caller, limits]) => ({ caller, limits })),
    clients: Array.from(data.clients, ([id, client]) => ({ id, client })),
    outbox: { latest: data.outbox.latest, dropped: data.outbox.dropped, messages: [...data.outbox.records.values()] },
    environments: { ...(test && { test: writeEnvironment(test) }), ...(production && { production: writeEnvironment(production) }) },
    ...(mark && { journal: writeJournal(data.journal, mark) }),
  } as WorldDocument
}

/** The data of the world under a name. Throws {@link Misuse} for parts that do not fit together. */
export function readWorld(name: string, document: WorldDocument): WorldData {
  const { seed, created, dialect, calls, tokens, interventions, environments, journal } = document
  const { test, production } = environments
  return {
    name,
    seed,
    created,
    dialect,
    calls,
    tokens,
    interventions,
    clock: readClock(document.clock),
    scenarios: readScenarios(document.scenarios),
    contacts: readContacts(document.contacts),
    callers: new Map(document.callers.map(({ caller, limits }) => [caller, limits])),
    clients: new Map(document.clients.map(({ id, client }) => [id, client])),
    outbox: readOutbox(document.outbox),
    journal: journal ? readJournal(journal) : newJournal(),
    environments: {
      ...(test && { test: readEnvironment('environments.test', test) }),
      ...(production && { production: readEnvironment('environments.production', production) }),
    },
  }
}

function writeClock({ mode, speed, time, agenda }: ClockData): unknown {
  // A job that waits for the outside world begins again.
  const all = [...agenda.heap, ...agenda.running].sort((one, other) => (earlier(one, other) ? -1 : 1))
  return {
    mode,
    speed,
    time,
    bookings: all.map(({ at, cause, nth, job, environment, data, again }) => ({ at, cause, nth, job, environment, data, again })),
    defects: [...agenda.defects.values()],
  }
}

function readClock({ mode, speed, time, bookings: booked, defects }: SnapshotDocument['clock']): ClockData {
  byId('clock.bookings', booked, bookingId)
  const heap = booked.map((booking): Booking => {
    const { step, together } = jobFacts[booking.job]
    return { ...booking, step: step !== undefined, together } as Booking
  })
  // What is in order is a heap.
  heap.sort((one, other) => (earlier(one, other) ? -1 : 1))
  return { mode, speed, time, agenda: { heap, running: new Set(), defects: byId('clock.defects', defects, ({ id }) => id) } }
}

const writeScenarios = ({ active, defined, counts, asked }: ScenarioState): unknown => ({
  active,
  defined: Array.from(defined.values(), (scenario) => ({ name: scenario.name, document: documentOf(scenario) })),
  counts: Array.from(counts, ([scenario, { calls, apart }]) => ({
    scenario,
    calls: Array.from(calls, (count) => count ?? 0),
    apart: Array.from(apart, ([name, count]) => ({ name, count })),
  })),
  asked: Array.from(asked, ([name, { since, calls }]) => ({ name, since, calls: Array.from(calls, (count) => count ?? 0) })),
})

const readScenarios = ({ active, defined, counts, asked }: SnapshotDocument['scenarios']): ScenarioState => ({
  active: [...byId('scenarios.active', active, ({ name }) => name).values()],
  defined: byId(
    'scenarios.defined',
    defined.map(({ name, document }) => readScenario(name, document, 'defined')),
    ({ name }) => name,
  ),
  counts: new Map(
    counts.map(({ scenario, calls, apart }) => [scenario, { calls, apart: new Map(apart.map(({ name, count }) => [name, count])) }]),
  ),
  asked: new Map(asked.map(({ name, since, calls }) => [name, { since, calls }])),
})

const readContacts = ({ changed, removed, former }: SnapshotDocument['contacts']): ContactData => ({
  records: byId('contacts.changed', changed, ({ number }) => contactKey(number)),
  removed: new Set(removed),
  former: new Map(former.map(({ number, versions }) => [number, versions])),
})

const readOutbox = ({ latest, dropped, messages }: SnapshotDocument['outbox']): OutboxData => {
  ordered('outbox.messages', messages, ({ id }) => Number(id), latest)
  return { latest, dropped, records: byId('outbox.messages', messages, ({ id }) => id) }
}
