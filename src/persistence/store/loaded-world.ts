/** A world loaded from a store: its records by kind, and the rows that contain them. */

import { getOrCreate } from '../../service/wire/when-needed.ts'
import { versionOf } from '../../service/world/record-form.ts'
import type { EnvironmentName, Key } from '../../service/world/records.ts'
import type { WorldData } from '../../service/world/world.ts'
import { aboutOf, documentOf as assembled, readWorld, type WorldDocument } from '../snapshot/world.ts'
import { type Clocks, type Head, headForm, latestIn, leadOf, timeOf } from './head.ts'
import { kindNamed, upgraded } from './kinds.ts'
import type { Row, WorldRow } from './store.ts'

/** The rows that contain a world's or an environment's records of one kind. */
export interface ShelfRows {
  readonly kind: string
  readonly environment: EnvironmentName | undefined
  readonly rows: Map<Key, number>
  /** Rows from an older version, which must be rewritten. */
  readonly outdated: number[]
}

/** A world's records, in order, keyed by shelf and then by key. */
export type Records = ReadonlyMap<string, ReadonlyMap<Key, unknown>>

export interface LoadedWorld {
  readonly head: Head
  readonly records: Records
  readonly shelves: ReadonlyMap<string, ShelfRows>
  /** Rows for kinds that are no longer stored. */
  readonly former: readonly number[]
  readonly next: number
  /** When the next booking falls due, as stored. */
  readonly due: number | undefined
}

export const shelfName = (kind: string, environment: string | undefined): string =>
  environment === undefined ? kind : `${environment}.${kind}`

export function newShelf(kind: string, environment: EnvironmentName | undefined): ShelfRows {
  return { kind, environment, rows: new Map(), outdated: [] }
}

/** Upgrades records from older versions. Throws {@link SyntaxError} if a row contains invalid JSON. */
export function loadedWorld({ json: head, version, due }: WorldRow, rows: readonly Row[]): LoadedWorld {
  const records = new Map<string, Map<Key, unknown>>()
  const shelves = new Map<string, ShelfRows>()
  const former: number[] = []

  for (const { row, kind, environment, key, version, json } of rows) {
    const form = kindNamed(kind)
    if (!form) {
      former.push(row)
      continue
    }
    const name = shelfName(kind, environment)
    const shelf = getOrCreate(shelves, name, () => newShelf(kind, environment as EnvironmentName | undefined))
    const ofKind = getOrCreate(records, name, () => new Map<Key, unknown>())
    const record: unknown = JSON.parse(json)
    if (version < versionOf(form)) {
      shelf.outdated.push(row)
      for (const now of upgraded(form, version, record)) ofKind.set(form.key?.(now as never) ?? key, now)
    } else {
      shelf.rows.set(key, row)
      ofKind.set(key, record)
    }
  }
  return { head: headIn(head, version), records, shelves, former, next: (rows.at(-1)?.row ?? 0) + 1, due }
}

const headIn = (json: string, version: number): Head => upgraded(headForm, version, JSON.parse(json))[0] as Head

export function headOfRow({ json }: WorldRow): Pick<Head, 'created' | 'calls'> {
  const { created, calls } = JSON.parse(json) as Head
  return { created, calls }
}

/** Returns the world as a snapshot document, without file bytes. `now`: the store's time. Records are not validated. */
export function documentOf({ head, records }: Pick<LoadedWorld, 'head' | 'records'>, now: number): WorldDocument {
  const { name, outbox, active, latest, clock } = head
  const single = {
    world: name,
    ...aboutOf(head),
    clock: { mode: clock.mode, speed: clock.speed, time: timeOf(clock, now) },
    scenarios: { active },
    outbox: { dropped: outbox.dropped },
  }
  return assembled(single, (environment) => {
    const numbers = environment && latest[environment]
    if (environment !== undefined && numbers === undefined) return undefined
    return {
      list: (kind) => [...(records.get(shelfName(kind.name, environment))?.values() ?? [])],
      latest: ({ name: kind }) => (numbers ? latestIn(numbers, kind) : outbox.latest),
    }
  })
}

/** Converts a document to the world's data. `now`: returns the store's time. */
export function worldDataOf(document: WorldDocument, { clock }: Head, { now, wall }: Clocks): WorldData {
  const data = readWorld(document.world, document)
  // Validating a large document takes time, during which the clock runs.
  const moment = now()
  data.clock.time = timeOf(clock, moment)
  data.clock.lead = leadOf(clock, moment, wall())
  return data
}
