/** The tables and views of the SQLite database, and the function that writes changes. */

import type { Key } from '../../service/world/records.ts'
import type { Change } from '../store/store.ts'
import { type View, views } from '../store/views.ts'
import type { Database } from './node-sqlite.ts'

/** Marks a database as Standin's. */
export const applicationId = 0x5374_616e
export const schemaVersion = 2

/**
 * `due`: when a world's next booking is due, or some time before that. `left`: when its process released the world; null if a process owns
 * it, or died while owning it.
 */
const indexes = `
CREATE INDEX world_name ON world (name);
CREATE INDEX world_due ON world (due) WHERE due IS NOT NULL;
CREATE INDEX world_left ON world (left);`

export const schema = `
CREATE TABLE world (number INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, json TEXT NOT NULL, due INTEGER, left INTEGER);
${indexes}
CREATE TABLE record (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, environment TEXT, key NOT NULL, version INTEGER NOT NULL, json TEXT NOT NULL);
CREATE TABLE value (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};`

/** Upgrades the tables from each version to the next. Version 1 worlds might have bookings, so they count as due. */
export const upgradesOfSchema: readonly string[] = [
  `ALTER TABLE world ADD COLUMN due INTEGER; ALTER TABLE world ADD COLUMN left INTEGER; UPDATE world SET due = 0;${indexes}`,
]

function idOf(number: number, row: number): number {
  const id = number * rowsInWorld + row
  if (row < rowsInWorld && Number.isSafeInteger(id)) return id
  throw new Error(`The database has no room for row ${row} of world ${number}.`)
}

/** Returns the cell for a key. A string with lone surrogates is stored as bytes, because SQLite text cannot contain lone surrogates. */
const keyCell = (key: Key): Key | Uint8Array => (typeof key === 'string' && !key.isWellFormed() ? Buffer.from(key, 'utf16le') : key)
export const keyIn = (cell: unknown): Key => (cell instanceof Uint8Array ? Buffer.from(cell).toString('utf16le') : (cell as Key))

export function createWriter(database: Database): (change: Change) => void {
  const put = database.prepare(
    'INSERT INTO record VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, environment = excluded.environment, key = excluded.key, version = excluded.version, json = excluded.json',
  )
  const remove = database.prepare('DELETE FROM record WHERE id = ?')
  const putWorld = database.prepare(
    'INSERT INTO world VALUES (?, ?, ?, ?, NULL, NULL) ON CONFLICT (number) DO UPDATE SET name = excluded.name, version = excluded.version, json = excluded.json',
  )
  const putDue = database.prepare('UPDATE world SET due = ? WHERE number = ?')
  const dropWorld = database.prepare('DELETE FROM world WHERE number = ?')
  const dropRows = database.prepare('DELETE FROM record WHERE id >= ? AND id < ?')
  const putValue = database.prepare('INSERT INTO value VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET json = excluded.json')
  return (change) => {
    if (change.what === 'put') {
      const { row, kind, environment, key, version, json } = change.row
      put.run(idOf(change.number, row), kind, environment ?? null, keyCell(key), version, json)
    } else if (change.what === 'remove') remove.run(change.number * rowsInWorld + change.row)
    else if (change.what === 'world') {
      const { number, name, version, json } = change.world
      putWorld.run(number, name, version, json)
    } else if (change.what === 'due') putDue.run(change.due ?? null, change.number)
    else if (change.what === 'value') putValue.run(change.name, change.json)
    else {
      dropWorld.run(change.number)
      dropRows.run(change.number * rowsInWorld, (change.number + 1) * rowsInWorld)
    }
  }
}

/** Upper bound for row numbers in a world. */
export const rowsInWorld = 2 ** 30

function viewOf({ name, kind, perEnvironment, members }: View): readonly [name: string, sql: string] {
  const ofRecord = members?.map(([column, member]) => `json_extract(record.json, '$.${member}') AS "${column}"`)
  const columns = [
    'world.name AS world',
    ...(perEnvironment ? ['record.environment'] : []),
    ...(ofRecord ?? [`json_extract(record.json, '$') AS value`]),
  ]
  return [
    name,
    `CREATE VIEW ${name} AS SELECT ${columns.join(', ')} FROM record JOIN world ON world.number = record.id / ${rowsInWorld} WHERE record.kind = '${kind}'`,
  ]
}

export const viewStatements: ReadonlyMap<string, string> = new Map(views.map(viewOf))
