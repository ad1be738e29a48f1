/** A server's PostgreSQL session, which holds the lock on the server's id: worlds belong to the server while the session exists. */
import { Misuse } from '../../service/wire/misuse.ts'
import { type Connection, openConnection } from './connection.ts'
import { demandVersion, prepareSchema, quotedSchema } from './schema.ts'
import { DatabaseFailure, type Target } from './target.ts'

export interface SessionOptions {
  readonly target: Target
  readonly schema: string
  /** This server's name. */
  readonly instance: string
  /** The URL at which other servers reach this one. */
  readonly address: string
  /** Options that all servers must share, as JSON. */
  readonly shared?: string | undefined
  /** Called with the name of a small value that another server has changed. */
  heard(value: string): void
}

export interface Session extends Connection {
  readonly owner: number
  /** The class of the advisory locks that the schema's servers use. */
  readonly lockClass: number
  /** Returns undefined if the session was confirmed recently. Otherwise resolves once it is confirmed, or rejects if it is lost. */
  confirm(): Promise<void> | undefined
  /** The database's clock, which all servers share, in milliseconds since 1970. */
  now(): number
}

/** In milliseconds. PostgreSQL ends a session after 4 seconds without a statement, so replies must be sent before that. */
const confirmedFor = 3000
const betweenBeats = 1000

const settings: Readonly<Record<string, string>> = {
  search_path: 'pg_catalog',
  idle_session_timeout: '4s',
  idle_in_transaction_session_timeout: '4s',
  statement_timeout: '10s',
  lock_timeout: '5s',
  default_transaction_isolation: 'read committed',
  bytea_output: 'hex',
  client_min_messages: 'warning',
  jit: 'off',
}
/** Settings that some systems do not support. */
const wherePossible: Readonly<Record<string, string>> = {
  tcp_keepalives_idle: '1',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '4s',
  client_connection_check_interval: '1s',
}

const beat = { name: 'beat', text: 'SELECT pg_backend_pid() AS pid, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now' }

/** Milliseconds after which any new measurement of the database's time replaces the previous one, even if its answer was slower. */
const bestFor = 10_000

/** `lost`: called once if the open session breaks. */
export async function openSession(options: SessionOptions, lost: (why: DatabaseFailure) => void): Promise<Session> {
  const { target, schema, instance, address, shared = null, heard } = options
  const name = `standin ${instance}`
  let beating: ReturnType<typeof setInterval> | undefined
  let confirming: Promise<void> | undefined
  /** The database's time at tick 0, the round-trip time of the measurement, and the tick of the measurement. */
  let [zero, trip, told] = [0, 0, Number.NEGATIVE_INFINITY]
  const connection = await openConnection(
    target,
    name,
    (why) => {
      clearInterval(beating)
      if (beating) lost(why)
    },
    heard,
  )
  try {
    // Checked before any setting is changed: behind a pool, other clients would get the changed session.
    await demandOwn(connection, options)
    await prepareConnection(connection, target)
    await prepareSchema(connection, target.called, schema)
    const begin = `SELECT me, class FROM ${quotedSchema(schema)}.begin_server($1, $2, $3)`
    const [row] = await connection.run({ text: begin }, [instance, address, shared])
    await connection.run({ text: `LISTEN ${quotedSchema(schema)}` })
    await beatOnce()
    beating = setInterval(() => void beatOnce().catch(() => {}), betweenBeats)
    const now = () => Math.round(zero + performance.now())
    return { ...connection, owner: Number(row?.me), lockClass: Number(row?.class), confirm, now, end }
  } catch (error) {
    connection.giveUp(target.failure(error))
    throw error
  }

  async function beatOnce(): Promise<void> {
    const sent = performance.now()
    const [row] = await connection.run(beat)
    learnTime(Number(row?.now), sent)
    if (row?.pid === connection.pid) return
    const why = new DatabaseFailure(pooledText(target))
    connection.giveUp(why)
    throw why
  }
  /** Updates the measurement of the database's time. A slower answer is ignored, because it is less accurate. */
  function learnTime(now: number, sent: number): void {
    const received = performance.now()
    if (received - sent > trip && received - told < bestFor) return
    trip = received - sent
    told = received
    zero = now - (sent + received) / 2
  }
  async function confirmNow(): Promise<void> {
    // The heartbeat is repeated, because the first answer may be stale if this process was suspended.
    do await beatOnce()
    while (!connection.isConfirmed(confirmedFor))
    confirming = undefined
  }
  function confirm(): Promise<void> | undefined {
    if (connection.isConfirmed(confirmedFor)) return undefined
    confirming ??= confirmNow()
    return confirming
  }
  async function end(): Promise<void> {
    clearInterval(beating)
    await connection.end()
  }
}

async function prepareConnection({ run }: Connection, { called }: Target): Promise<void> {
  const facts = `SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS follows,
    current_setting('server_encoding') AS encoding`
  const [row] = await run({ text: facts })
  demandVersion(called, Number(row?.version))
  if (row?.follows === true) throw new DatabaseFailure(`${called} is a standby, which is read-only`)
  if (row?.encoding !== 'UTF8')
    throw new Misuse(
      `${called} has the encoding ${String(row?.encoding)}. Standin needs UTF8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    )
  const set = ([setting, value]: readonly [string, string]) => run({ text: 'SELECT set_config($1, $2, false)' }, [setting, value])
  for (const setting of Object.entries(settings)) await set(setting)
  for (const setting of Object.entries(wherePossible)) await set(setting).catch(() => {})
  // An acknowledged commit must survive a PostgreSQL crash.
  await run({ text: "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'" })
}

const pooledText = ({ called }: Target): string =>
  `${called} is behind a pool that uses another session for each transaction (PgBouncer: pool_mode = transaction). Standin needs its own session. Connect directly to PostgreSQL, or to a pool with pool_mode = session`

/** Detects a connection pool: while another connection has an open transaction, a pool switches this connection to another process. */
async function demandOwn(connection: Connection, { target, instance }: SessionOptions): Promise<void> {
  const other = await openConnection(target, `standin ${instance}`, () => {})
  try {
    const pids = await other.inTransaction(async () => (await connection.run({ text: beat.text })).map(({ pid }) => pid))
    if (other.pid === connection.pid || pids[0] !== connection.pid) throw new Misuse(`${pooledText(target)}.`)
  } finally {
    other.giveUp(target.failure(new Error('it is no longer needed')))
  }
}
