/** Tracks a world's changes, and writes them as row changes. */

import { getOrCreate } from '../../service/wire/when-needed.ts'
import { bookings, bookingsIn, untilDue } from '../../service/world/clock.ts'
import { type AnyForm, versionOf } from '../../service/world/record-form.ts'
import type { Key } from '../../service/world/records.ts'
import { type EnvironmentName, environmentNames } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import { formNamed } from '../snapshot/kinds.ts'
import { writtenOf } from '../snapshot/world.ts'
import { type Clocks, createHeads } from './head.ts'
import { kinds, storedForms } from './kinds.ts'
import { type LoadedWorld, newShelf, type ShelfRows, shelfName } from './loaded-world.ts'
import type { Change } from './store.ts'

export type Write = (change: Change) => void

export interface FollowedWorld {
  readonly name: string
  readonly number: number
  /** Writes all changes since the last call. `isLast`: the world is about to be unloaded. */
  writeChanges(write: Write, isLast?: boolean): void
  /** Returns the highest number reserved for a call, or used by a token or an intervention. */
  highest(): number
  /** True if most of the reserved call numbers have been used. */
  needsNumbers(): boolean
  stop(): void
}

export interface Following extends Clocks {
  readonly number: number
  /** The rows that contain the world's records; undefined for a new world. */
  readonly loaded: Pick<LoadedWorld, 'shelves' | 'former' | 'next' | 'due'> | undefined
  changed(): void
}

/**
 * A record's last change. `row`: the record's row in the store before its first unwritten change. `isAgain`: the record was removed and
 * added again, so it moves to the end in the store too.
 */
interface RecordChange {
  readonly record: unknown
  readonly row: number | undefined
  readonly isAgain: boolean
}

/** All records of a single kind, in a world or in one of its environments. */
interface Shelf extends ShelfRows {
  readonly form: AnyForm
  readonly version: number
  changes: Map<Key, RecordChange>
}

const versions = new Map(Object.entries(kinds).map(([kind, form]) => [kind, versionOf(form)]))

function shelfOf({ kind, environment, outdated, rows }: ShelfRows): Shelf {
  return {
    kind,
    environment,
    outdated,
    rows,
    form: formNamed(kind),
    version: versions.get(kind) ?? 1,
    changes: new Map(),
  }
}

/** Returns all records of a kind, including bookings whose jobs are running. */
function recordsOf({ data }: World, kind: string, environment: EnvironmentName | undefined): ReadonlyMap<Key, unknown> {
  if (kind === bookings.name) return new Map(bookingsIn(data.clock.agenda).map((each) => [bookings.key(each), each]))
  return (environment === undefined ? data.records : data.environments[environment])?.tables[kind] ?? new Map()
}

const allShelves = [undefined, ...environmentNames].flatMap((environment) =>
  storedForms.flatMap(({ form, perEnvironment }) =>
    perEnvironment === (environment !== undefined) ? [{ kind: form.name, environment }] : [],
  ),
)

/** Milliseconds by which the stored due time may be late. Worlds are woken at least this much early. */
const slack = 500

export function followWorld(world: World, { number, loaded, now, wall, changed }: Following): FollowedWorld {
  const { changes, recordFollower, name: worldName } = world
  const heads = createHeads(world, { now, wall })
  const shelves = new Map([...(loaded?.shelves ?? [])].map(([name, each]) => [name, shelfOf(each)]))
  const former = [...(loaded?.former ?? [])]
  let next = loaded?.next ?? 1
  const newRow = () => next++

  function note(kind: string, environment: EnvironmentName | undefined, key: Key, record: unknown): void {
    const shelf = getOrCreate(shelves, shelfName(kind, environment), () => shelfOf(newShelf(kind, environment)))
    const before = shelf.changes.get(key)
    const isAgain = before !== undefined && (before.isAgain || before.record === undefined)
    // A record that is added again moves to the end.
    if (before !== undefined && before.record === undefined) shelf.changes.delete(key)
    shelf.changes.set(key, { record, row: before ? before.row : shelf.rows.get(key), isAgain })
    changed()
  }
  const noteAll = (kind: string, environment: EnvironmentName | undefined) => {
    for (const [key, record] of recordsOf(world, kind, environment)) note(kind, environment, key, record)
  }
  let due = loaded?.due
  /**
   * Writes when the world's next booking is due. A world may be woken too early but not too late, so a stored time that is too early is
   * corrected only when the world is unloaded.
   */
  function writeDue(write: Write, isLast: boolean): void {
    const wait = untilDue(world.clock)
    const next = wait === undefined ? undefined : Math.floor(now() + wait)
    const isRight = isLast ? next === due : next === undefined || (due !== undefined && due <= next + slack)
    if (isRight) return
    due = next
    write({ what: 'due', number, due })
  }
  const toWrite = loaded ? [...shelves.values()].filter(({ outdated }) => outdated.length > 0) : allShelves
  for (const { kind, environment } of toWrite) noteAll(kind, environment)
  recordFollower.current = note
  const unfollow = changes.follow(changed)
  if (!loaded) changed()

  function writeShelf(shelf: Shelf, write: Write): void {
    const { kind, environment, form, version, rows, outdated, changes: taken } = shelf
    if (taken.size === 0 && outdated.length === 0) return
    shelf.changes = new Map()
    const remove = (row: number) => write({ what: 'remove', number, row })
    for (const row of outdated.splice(0)) remove(row)
    for (const [key, { record, row: before, isAgain }] of taken) {
      if (record === undefined || isAgain) {
        if (before !== undefined) remove(before)
        rows.delete(key)
      }
      if (record === undefined) continue
      const row = (isAgain ? undefined : before) ?? newRow()
      rows.set(key, row)
      const json = JSON.stringify(writtenOf(form, record))
      write({ what: 'put', number, row: { row, kind, environment, key, version, json } })
    }
  }
  return {
    name: worldName,
    number,
    writeChanges(write, isLast = false) {
      const json = heads.changed(isLast)
      if (json !== undefined) write({ what: 'world', world: { number, name: worldName, version: versions.get('world') ?? 1, json } })
      for (const row of former.splice(0)) write({ what: 'remove', number, row })
      for (const shelf of shelves.values()) writeShelf(shelf, write)
      writeDue(write, isLast)
    },
    highest: heads.highest,
    needsNumbers: heads.needsNumbers,
    stop() {
      unfollow()
      if (recordFollower.current === note) recordFollower.current = undefined
    },
  }
}
