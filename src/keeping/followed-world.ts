/** Follows a world: says what has changed in it, and all that is in it, as entries of the log. */
import { environmentKinds, formNamed, worldKinds } from '../control/snapshot/kinds.ts'
import { writtenOf } from '../control/snapshot/world.ts'
import { getOrCreate } from '../wire/when-needed.ts'
import { type EnvironmentName, environmentNames } from '../world/agenda.ts'
import { allowances } from '../world/allowance.ts'
import type { AnyForm } from '../world/records/form.ts'
import type { Key } from '../world/records/table.ts'
import { bookings } from '../world/time/booked.ts'
import type { World } from '../world/world.ts'
import { createHeads } from './head.ts'
import { spentSince } from './spending.ts'

/** Takes an entry of the log as JSON. */
export type Write = (entry: string) => void

export interface FollowedWorld {
  readonly name: string
  readonly place: number
  /** Writes what has changed since the last time. */
  writeChanges(write: Write): void
  /** Writes everything that is there now, a part with each step, as it is by then. */
  writeAll(write: Write): Iterator<void>
  /** No number of a call, a token or an intervention in it is higher. */
  highest(): number
  stop(): void
}

export interface Following {
  readonly place: number
  /** False for a world that came from the log. */
  readonly isNew: boolean
  /** Milliseconds since 1970, of the machine. */
  now(): number
  changed(): void
}

/** Records that are written in one step. */
const step = 500

/** The last change of a record. `isAgain`: it was removed before, so that it comes last in the log, too. */
interface Change {
  readonly record: unknown
  readonly isAgain: boolean
}

type Changes = Map<Key, Change>

/** All records of a kind, in a world or in one of its environments. */
interface Shelf {
  readonly kind: AnyForm
  readonly environment: EnvironmentName | undefined
  readonly records: ReadonlyMap<Key, unknown>
}

const nameOf = (kind: string, environment: EnvironmentName | undefined) => (environment === undefined ? kind : `${environment}.${kind}`)

function* shelvesOf({ data, clock }: World): Generator<Shelf> {
  for (const kind of worldKinds) {
    const records = data.records.tables[kind.name]
    if (kind.name === bookings.name)
      yield { kind, environment: undefined, records: new Map(clock.agenda.list().map((each) => [bookings.key(each), each])) }
    else if (records) yield { kind, environment: undefined, records }
  }
  for (const environment of environmentNames) {
    for (const kind of environmentKinds) {
      const records = data.environments[environment]?.tables[kind.name]
      if (records) yield { kind, environment, records }
    }
  }
}

export function followWorld(world: World, { place, isNew, now, changed }: Following): FollowedWorld {
  const { changes, recordFollower } = world
  const heads = createHeads(world, now)
  const spent = spentSince()
  /** By environment and kind. */
  const byShelf = new Map<string, { readonly kind: AnyForm; readonly environment: EnvironmentName | undefined; changes: Changes }>()

  function note(name: string, environment: EnvironmentName | undefined, key: Key, record: unknown): void {
    const shelf = getOrCreate(byShelf, nameOf(name, environment), () => ({ kind: formNamed(name), environment, changes: new Map() }))
    const before = shelf.changes.get(key)
    const isAgain = before !== undefined && (before.isAgain || before.record === undefined)
    // What is put again comes after what was put meanwhile.
    if (before !== undefined && before.record === undefined) shelf.changes.delete(key)
    shelf.changes.set(key, { record, isAgain })
    changed()
  }
  if (isNew) {
    for (const { kind, environment, records } of shelvesOf(world))
      for (const [key, record] of records) note(kind.name, environment, key, record)
  }
  recordFollower.current = note
  const unfollow = changes.follow(changed)
  if (isNew) changed()

  const entry = (shelf: string, key: Key, record: unknown) => `[${place},"${shelf}",${JSON.stringify(key)},${JSON.stringify(record)}]`
  function put({ kind, environment }: Pick<Shelf, 'kind' | 'environment'>, key: Key, record: unknown, write: Write): void {
    const written = kind.name === allowances.name ? spent.whole(record as never) : writtenOf(kind, record)
    write(entry(nameOf(kind.name, environment), key, written))
  }
  return {
    name: world.name,
    place,
    writeChanges(write) {
      const head = heads.changed()
      if (head !== undefined) write(`[${place},"world",0,${head}]`)
      for (const [shelf, all] of byShelf) {
        const { kind, environment, changes: taken } = all
        if (taken.size === 0) continue
        all.changes = new Map()
        for (const [key, { record, isAgain }] of taken) {
          if (record === undefined || isAgain) write(`[${place},"${shelf}",${JSON.stringify(key)}]`)
          if (record === undefined) continue
          const added = kind.name === allowances.name && !isAgain ? spent.since(record as never) : undefined
          if (added) write(entry(nameOf('spent', environment), key, added))
          else put(all, key, record, write)
        }
      }
    },
    writeAll(write) {
      // In the order of now: the log has what changes meanwhile.
      const all = [...shelvesOf(world)].map((shelf) => ({ ...shelf, keys: [...shelf.records.keys()] }))
      function* steps(): Generator<void> {
        write(`[${place},"world",0,${JSON.stringify(heads.current())}]`)
        let left = step
        for (const { keys, records, ...shelf } of all) {
          for (const key of keys) {
            const record = records.get(key)
            if (record !== undefined) put(shelf, key, record, write)
            if (--left > 0) continue
            left = step
            yield
          }
        }
      }
      return steps()
    },
    highest: heads.highest,
    stop() {
      unfollow()
      if (recordFollower.current === note) recordFollower.current = undefined
    },
  }
}
