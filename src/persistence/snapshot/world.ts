/** Converts a world's data to a document and back, without file bytes. */

import { jobFacts } from '../../service/areas/facts.ts'
import { withEventFacts } from '../../service/areas/file-transfer/sending.ts'
import type { BookingId } from '../../service/areas/operation.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import type { ClockData } from '../../service/world/clock.ts'
import { type Booking, bookings, bookingsIn, newAgenda } from '../../service/world/clock.ts'
import type { Redaction } from '../../service/world/journal.ts'
import { newJournal } from '../../service/world/journal.ts'
import type { AnyForm } from '../../service/world/record-form.ts'
import type { Key, RecordsData } from '../../service/world/records.ts'
import { type EnvironmentName, environmentNames } from '../../service/world/records.ts'
import type { WorldData } from '../../service/world/world.ts'
import type { EnvironmentDocument, SnapshotDocument } from './document.ts'
import { readJournal, writeJournal } from './journal.ts'
import { environmentKinds, placeOf, worldKinds } from './kinds.ts'

/** A snapshot without its metadata and file bytes. */
export type WorldDocument = Omit<SnapshotDocument, 'format' | 'version' | 'standin' | 'settings' | 'contents'>

/** A world's members other than records. */
export type Single = Pick<WorldDocument, 'world' | 'seed' | 'created' | 'dialect' | 'calls' | 'tokens' | 'interventions' | 'journal'> & {
  readonly clock: Pick<WorldDocument['clock'], 'mode' | 'speed' | 'time'>
  readonly scenarios: Pick<WorldDocument['scenarios'], 'active'>
  readonly outbox: Pick<WorldDocument['outbox'], 'dropped'>
}

/** The records of a world or of one of its environments, in written form. */
export interface WrittenRecords {
  list(kind: AnyForm): unknown[]
  latest(kind: AnyForm): number
}

export function writeWorld(data: WorldData, mark: Redaction['mark'] | undefined): WorldDocument {
  const { name, clock, scenarios, outbox } = data
  const single: Single = {
    world: name,
    ...aboutOf(data),
    clock: { mode: clock.mode, speed: clock.speed, time: clock.time },
    scenarios: { active: [...scenarios.active] },
    outbox,
    ...(mark && { journal: writeJournal(data.journal, mark) }),
  }
  return documentOf(single, (environment) => {
    const records = environment === undefined ? data.records : data.environments[environment]
    return records && writtenRecords(records, clock)
  })
}

export const aboutOf = ({ seed, created, dialect, calls, tokens, interventions }: About): About => ({
  seed,
  created,
  dialect,
  calls,
  tokens,
  interventions,
})

type About = Pick<WorldData, 'seed' | 'created' | 'dialect' | 'calls' | 'tokens' | 'interventions'>

/** Assembles a document. Omits unused environments, which have no records. */
export function documentOf(
  single: Single,
  recordsOf: (environment: EnvironmentName | undefined) => WrittenRecords | undefined,
): WorldDocument {
  const world = recordsOf(undefined)
  const environments = environmentNames.flatMap((name) => {
    const records = recordsOf(name)
    return records ? [[name, listed(environmentKinds, records)]] : []
  })
  return { ...(world && listed(worldKinds, world, { ...single })), environments: Object.fromEntries(environments) } as WorldDocument
}

/** Puts the lists of all kinds at their paths in a document. */
function listed(kinds: readonly AnyForm[], { list, latest }: WrittenRecords, document: Record<string, unknown> = {}): object {
  for (const kind of kinds) {
    const { part, name } = placeOf(kind)
    if (part === undefined) document[name] = list(kind)
    else document[part] = { ...(document[part] as object), [name]: list(kind), ...(kind.numbered && { latest: latest(kind) }) }
  }
  return document
}

export const writtenOf = ({ written }: Pick<AnyForm, 'written'>, record: unknown): unknown => (written ? written(record as never) : record)

function writtenRecords({ tables, latest }: RecordsData, clock: ClockData): WrittenRecords {
  return {
    list(kind) {
      const records = kind.name === bookings.name ? bookingsIn(clock.agenda) : [...(tables[kind.name]?.values() ?? [])]
      return kind.written ? records.map((record) => writtenOf(kind, record)) : records
    },
    latest: ({ name }) => latest[name] ?? 0,
  }
}

/** Creates the data for a world with this name. Throws {@link Misuse} for inconsistent parts. */
export function readWorld(name: string, document: WorldDocument): WorldData {
  const { environments, journal, clock, scenarios, outbox } = document
  const { test, production } = environments
  const records = readRecords('', worldKinds, document)
  const booked = records.tables[bookings.name]
  delete records.tables[bookings.name]
  const recordsIn = {
    ...(test && { test: readRecords('environments.test.', environmentKinds, test) }),
    ...(production && { production: readRecords('environments.production.', environmentKinds, production) }),
  }
  return {
    name,
    ...aboutOf(document),
    clock: {
      mode: clock.mode,
      speed: clock.speed,
      time: clock.time,
      lead: 0,
      agenda: agendaOf([...(booked?.values() ?? [])] as Booking[], recordsIn),
    },
    scenarios: { active: [...byKey('scenarios.active', scenarios.active, ({ name: each }) => each).values()] },
    records,
    outbox: { dropped: outbox.dropped },
    journal: journal ? readJournal(journal) : newJournal(),
    environments: recordsIn,
  }
}

function agendaOf(booked: readonly Booking[], environments: WorldData['environments']): ClockData['agenda'] {
  const all = booked.map((booking): Booking => {
    const { step, together } = jobFacts[booking.job as BookingId]
    return { ...withEventFacts(booking, environments[booking.environment]), step: step !== undefined, together } as Booking
  })
  return newAgenda(all)
}

/** Reads all lists of records in a part of a snapshot. `path`: the part's location in the snapshot. */
function readRecords(path: string, kinds: readonly AnyForm[], document: WorldDocument | EnvironmentDocument): RecordsData {
  const records: RecordsData = { tables: {}, latest: {} }
  for (const kind of kinds) {
    const { part, name } = placeOf(kind)
    const parent = (part === undefined ? document : (document as Record<string, unknown>)[part]) as Record<string, unknown>
    const written = parent[name] as readonly unknown[]
    const all = kind.read ? written.map((record) => kind.read?.(record as never)) : written
    const table = byKey(`${path}${kind.list}`, all, kind.key as (record: unknown) => Key)
    if (kind.numbered) {
      const latest = parent.latest as number
      demandOrder(`${path}${kind.list}`, [...table.keys()].map(Number), latest)
      if (latest > 0) records.latest[kind.name] = latest
    }
    if (table.size > 0) records.tables[kind.name] = table
  }
  return records
}

/** Returns records by key. Throws {@link Misuse} for a duplicate key. `path`: the list's location in the snapshot. */
function byKey<R, K extends Key>(path: string, records: readonly R[], keyOf: (record: R) => K): Map<K, R> {
  const read = new Map<K, R>()
  for (const record of records) {
    const key = keyOf(record)
    if (read.has(key)) throw new Misuse(`snapshot.${path}: ${JSON.stringify(key)} occurs twice.`)
    read.set(key, record)
  }
  return read
}

/** Checks that the numbers are ascending and do not exceed `latest`. */
function demandOrder(path: string, numbers: readonly number[], latest: number): void {
  let last = 0
  for (const number of numbers) {
    if (number <= last) throw new Misuse(`snapshot.${path}: ${number} follows ${last}. The numbers must increase.`)
    if (number > latest) throw new Misuse(`snapshot.${path}: ${number} exceeds the latest number, ${latest}.`)
    last = number
  }
}
