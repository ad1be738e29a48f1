/** Creates and upgrades the tables in a PostgreSQL schema. */
import { createHash } from 'node:crypto'
import { Misuse } from '../../service/wire/misuse.ts'
import { views } from '../store/views.ts'
import type { Connection } from './connection.ts'
import { functionsIn } from './functions.ts'
import type { Run } from './statements.ts'
import { DatabaseFailure } from './target.ts'

export const schemaVersion = 2
/** World numbers per reserved block: more than a server uses before it receives its next block. */
export const reserved = 100_000

/**
 * `server.options`: options that servers must share, as JSON. `world`: a name without a number belongs to a server that has not created the
 * world yet. `due`, `left_at`: milliseconds since 1970. `record.key`: JSON. `piece.start`: the offset in the content; `writer`: the server
 * that wrote the piece.
 */
const tablesIn = (s: string): string => `
CREATE TABLE ${s}.about (version integer NOT NULL, derived text NOT NULL);
CREATE SEQUENCE ${s}.server_id AS integer;
CREATE TABLE ${s}.server (id integer PRIMARY KEY, instance text NOT NULL, address text NOT NULL, started timestamptz NOT NULL,
  pid integer NOT NULL, incarnation text NOT NULL, options text);
CREATE SEQUENCE ${s}.world_number INCREMENT BY ${reserved};
CREATE TABLE ${s}.world (name text COLLATE "C" PRIMARY KEY, owner integer, number bigint UNIQUE, version integer, json text,
  due double precision, left_at double precision);
CREATE INDEX world_owner ON ${s}.world (owner) WHERE owner IS NOT NULL;
CREATE INDEX world_due ON ${s}.world (due) WHERE due IS NOT NULL;
CREATE INDEX world_left ON ${s}.world (left_at) WHERE left_at IS NOT NULL;
CREATE TABLE ${s}.record (world bigint, row bigint, kind text NOT NULL, environment text, key text NOT NULL, version integer NOT NULL,
  json text NOT NULL, PRIMARY KEY (world, row));
CREATE TABLE ${s}.value (name text PRIMARY KEY, json text NOT NULL);
CREATE TABLE ${s}.piece (world bigint, content text COLLATE "C", start bigint, writer integer NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (world, content, start));
ALTER TABLE ${s}.piece ALTER bytes SET STORAGE EXTERNAL;
`

/** Upgrades the tables from each version to the next. */
const upgrades: readonly ((s: string) => string)[] = [
  (s) => `ALTER TABLE ${s}.server ADD COLUMN options text; DROP FUNCTION ${s}.begin_server(text, text)`,
]

const nameForm = /^[a-z_][a-z0-9_]{0,62}$/

/** Quotes a schema name. Throws {@link Misuse} for an invalid name. */
export function quotedSchema(name: string): string {
  if (nameForm.test(name) && !name.startsWith('pg_')) return `"${name}"`
  throw new Misuse(
    `${JSON.stringify(name)} is not a valid schema name. Use at most 63 lowercase letters, digits and _, not beginning with a digit or pg_, for example standin (--data-schema).`,
  )
}

/** The oldest PostgreSQL version that has `idle_session_timeout`. */
const oldest = 14

export function demandVersion(called: string, version: number): void {
  if (version >= oldest * 10_000) return
  throw new Misuse(`${called} has version ${Math.floor(version / 10_000)}. Standin needs PostgreSQL ${oldest} or newer.`)
}

/** Creates or upgrades the schema. Rejects with {@link Misuse} if this version of Standin cannot use it. */
export async function prepareSchema(connection: Connection, called: string, name: string): Promise<void> {
  const s = quotedSchema(name)
  /** Functions and views, which are recreated if they differ. */
  const derived = functionsIn(s) + viewsIn(s)
  try {
    await connection.inTransaction(async (run) => {
      const step = (text: string) => run({ text, patience: 60_000 })
      await step("SET LOCAL statement_timeout = '60s'; SET LOCAL lock_timeout = '30s'")
      await step("SELECT pg_advisory_xact_lock(hashtextextended('schema of Standin', 0))")
      const before = await versionIn(run, called, name)
      // CREATE SCHEMA IF NOT EXISTS fails for a role that may not create schemas, even if the schema exists.
      const [there] = await run({ text: 'SELECT 1 FROM pg_namespace WHERE nspname = $1' }, [name])
      if (!there) await step(`CREATE SCHEMA ${s}`)
      if (before === undefined) await step(`${tablesIn(s)}INSERT INTO ${s}.about VALUES (${schemaVersion}, '')`)
      for (const upgrade of upgrades.slice((before ?? schemaVersion) - 1)) await step(upgrade(s))
      const digest = createHash('sha256').update(derived).digest('hex')
      const [about] = await step(`SELECT derived FROM ${s}.about`)
      if (about?.derived === digest && before === schemaVersion) return
      await step(derived)
      await step(`UPDATE ${s}.about SET version = ${schemaVersion}, derived = '${digest}'`)
    })
  } catch (error) {
    if (!(error instanceof DatabaseFailure && error.code === '42501')) throw error
    throw new Misuse(
      `${error.message}. Standin needs a schema of its own. Let it create one: GRANT CREATE ON DATABASE … TO …; or create it: CREATE SCHEMA ${name} AUTHORIZATION … .`,
    )
  }
}

/** Returns the version of the existing tables, or undefined if there are none. */
async function versionIn(run: Run, called: string, name: string): Promise<number | undefined> {
  // PostgreSQL creates a type for each table. `about` has these columns in every version.
  const count = `SELECT (SELECT count(*)::int FROM pg_type WHERE typnamespace = n.oid) AS types,
      (SELECT array_agg(attname::text) @> '{version,derived}' FROM pg_attribute JOIN pg_class AS c ON c.oid = attrelid
        WHERE relnamespace = n.oid AND relname = 'about' AND attnum > 0) AS own
    FROM pg_namespace AS n WHERE nspname = $1`
  const [found] = await run({ text: count }, [name])
  if (found === undefined || found.types === 0) return undefined
  const another = 'Use another one (--data-schema).'
  if (found.own !== true) throw new Misuse(`Schema ${name} in ${called} contains another program's tables. ${another}`)
  const [about] = await run({ text: `SELECT version FROM ${quotedSchema(name)}.about` })
  const version = Number(about?.version)
  if (version <= schemaVersion) return version
  throw new Misuse(`Schema ${name} in ${called} was written by a newer version of Standin. ${another}`)
}

const names = views.map(({ name }) => name)

/** Recreates views whose columns have changed, and restores their grants. */
const viewsIn = (s: string): string => `
DO $$
DECLARE
  granted text;
  grants text[] := ARRAY(
    SELECT format('%I TO %s', relname, CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END)
      FROM pg_class, aclexplode(relacl)
      WHERE relnamespace = '${s}'::regnamespace AND relname IN ('${names.join("', '")}') AND grantee <> relowner AND privilege_type = 'SELECT');
BEGIN
${views.map((view) => viewIn(s, view)).join('\n')}
  FOREACH granted IN ARRAY grants LOOP EXECUTE 'GRANT SELECT ON ${s}.' || granted; END LOOP;
END $$;
`

function viewIn(s: string, { name, kind, perEnvironment, members }: (typeof views)[number]): string {
  const ofRecord = members?.map(([column, member]) => `j.son ->> '${member}' AS "${column}"`) ?? [`j.son #>> '{}' AS value`]
  const columns = ['w.name AS world', ...(perEnvironment ? ['r.environment'] : []), ...ofRecord]
  const view = `VIEW ${s}.${name} AS SELECT ${columns.join(', ')} FROM ${s}.record AS r JOIN ${s}.world AS w ON w.number = r.world
  CROSS JOIN LATERAL (SELECT ${s}.readable(r.json) AS son) AS j WHERE r.kind = '${kind}'`
  return `BEGIN CREATE OR REPLACE ${view}; EXCEPTION WHEN invalid_table_definition THEN DROP VIEW ${s}.${name}; CREATE ${view}; END;`
}
