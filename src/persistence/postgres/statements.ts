/** SQL statements for the PostgreSQL store. */
import type { Owner, WorldRow } from '../store/store.ts'

export interface Statement {
  /** PostgreSQL parses a named statement only once. */
  readonly name?: string
  readonly text: string
  /** Timeout in milliseconds. */
  readonly patience?: number
}

export type Cell = string | number | boolean | Uint8Array | null
export type Rows = readonly Readonly<Record<string, unknown>>[]
export type Run = (statement: Statement, cells?: readonly Cell[]) => Promise<Rows>

/** Maximum number of rows, or worlds, per statement. */
export const page = 2000
/** JSON bytes after which a page ends, so that writes and heartbeats can run between pages. */
const pageBytes = 2 ** 20

const prepare = (text: string, label?: string): Statement => ({ ...(label && { name: label }), text })

/** `schema`: the quoted name. */
export const statementsIn = (schema: string) => ({
  reserve: prepare(`SELECT nextval('${schema}.world_number')::float8 AS first`),
  list: prepare(`SELECT w.name, w.number::float8, w.version, w.json, w.due, s.instance, s.address FROM ${schema}.world AS w
      LEFT JOIN ${schema}.server AS s ON s.id = w.owner AND s.id <> $2 AND ${schema}.lives(s.id, $3)
      WHERE w.number IS NOT NULL AND w.name > $1 ORDER BY w.name LIMIT ${page}`),
  count: prepare(`SELECT count(number)::float8 AS worlds FROM ${schema}.world`, 'count'),
  take: prepare(`SELECT *, $1::text AS name FROM ${schema}.take($1, $2, $3, $4)`, 'take'),
  load: prepare(
    `SELECT row::float8, kind, environment, key, version, json FROM
      (SELECT *, sum(octet_length(json)) OVER (ORDER BY row ROWS UNBOUNDED PRECEDING) - octet_length(json) AS before FROM
        (SELECT * FROM ${schema}.record WHERE world = $1 AND row > $2 ORDER BY row LIMIT ${page}) AS r) AS p
      WHERE before < ${pageBytes} ORDER BY row`,
    'load',
  ),
  letGo: prepare(`SELECT ${schema}.let_go($1, $2, $3)`, 'let_go'),
  letGoAll: prepare(`SELECT ${schema}.let_go_all($1, $2)`),
  // If several servers start at the same time, each server is compared only with those that started earlier.
  others: prepare(`SELECT instance, options FROM ${schema}.server WHERE id < $1 AND ${schema}.lives(id, $2) ORDER BY id`),
  leave: prepare(`DELETE FROM ${schema}.server WHERE id = $1`),
  freeDead: prepare(`SELECT ${schema}.free_dead($1, $2, $3)`, 'free_dead'),
  due: prepare(`SELECT name FROM ${schema}.world WHERE due < $1 AND owner IS NULL`, 'due'),
  unused: prepare(`SELECT name FROM ${schema}.world WHERE left_at < $1 AND owner IS NULL AND number IS NOT NULL`, 'unused'),
  read: prepare(`SELECT json FROM ${schema}.value WHERE name = $1`, 'read'),
  swap: prepare(`WITH put AS (INSERT INTO ${schema}.value AS v VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET json = excluded.json
      WHERE v.json = $3 RETURNING name) SELECT pg_notify($4, name) FROM put`),
})

export const worldOf = ({ number, name, version, json, due }: Rows[number]): WorldRow => ({
  number: Number(number),
  name: String(name),
  version: Number(version),
  json: String(json),
  due: (due as number | null) ?? undefined,
})
export const ownerOf = ({ instance, address }: Rows[number]): Owner => ({ instance: String(instance), address: String(address) })
