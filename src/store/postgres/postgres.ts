/** Keeps worlds in PostgreSQL, for several servers: each world belongs to one of them at a time. */
import type { Change, ListedRow, Owner, Row, Store, Taken, WorldRow } from '../store.ts'
import type { Cell, Rows, Statement } from './connection.ts'
import { quotedSchema, reserved } from './schema.ts'
import type { Session, SessionOptions } from './session.ts'
import { keepSession } from './sessions.ts'
import { DatabaseFailure, isOfPostgres, targetAt } from './target.ts'
import { createWriter, type Writer } from './writer.ts'

export interface PostgresOptions extends Omit<SessionOptions, 'target' | 'schema' | 'heard'> {
  /** Such as `postgres://standin@localhost/standin`. */
  readonly url: string
  /** Its name. Worlds of another one are apart. */
  readonly schema?: string | undefined
  /** Milliseconds since 1970. */
  now(): number
  /** Says when the database is away, and when it is there again. */
  tell(text: string): void
}

export interface PostgresStore extends Store {
  /** What messages call it. */
  readonly called: string
  /** The schema, quoted. */
  readonly schema: string
  /** The session that is there now. Throws what is wrong where there is none. */
  session(): Session
}

/** What belongs to one session. */
interface Own {
  readonly session: Session
  readonly writer: Writer
  /** The names of worlds by their numbers: only they are written. Undefined: the world is not written yet. */
  readonly numbers: Map<number, string | undefined>
  /** Numbers of worlds that this server has reserved: from the first up to, and without, the second. */
  readonly blocks: [from: number, to: number][]
}

/** Rows of a world, and worlds, that are read at once. */
const page = 2000
/** A block of numbers is reserved when fewer are left. */
const few = reserved / 2

const worldOf = ({ number, name, version, json, due }: Rows[number]): WorldRow => ({
  number: Number(number),
  name: String(name),
  version: Number(version),
  json: String(json),
  due: (due as number | null) ?? undefined,
})
const ownerOf = ({ instance, address }: Rows[number]): Owner => ({ instance: String(instance), address: String(address) })

/** Rejects with {@link Misuse} where the database cannot be used. */
export async function openPostgres({ url, schema: name = 'standin', now, tell, ...own }: PostgresOptions): Promise<PostgresStore> {
  const schema = quotedSchema(name)
  const target = await targetAt(url)
  const losses: ((why: Error) => void)[] = []
  const swaps: ((name: string) => void)[] = []
  const prepare = (text: string, label?: string): Statement => ({ ...(label && { name: label }), text })
  const statements = {
    reserve: prepare(`SELECT nextval('${schema}.world_number')::float8 AS first`),
    list: prepare(`SELECT w.name, w.number::float8, w.version, w.json, w.due, s.instance, s.address FROM ${schema}.world AS w
      LEFT JOIN ${schema}.server AS s ON s.id = w.owner AND s.id <> $2 AND ${schema}.lives(s.id, $3)
      WHERE w.number IS NOT NULL AND w.name > $1 ORDER BY w.name LIMIT ${page}`),
    take: prepare(`SELECT *, $1::text AS name FROM ${schema}.take($1, $2, $3, $4)`, 'take'),
    load: prepare(
      `SELECT row::float8, kind, environment, key, version, json FROM ${schema}.record
      WHERE world = $1 AND row > $2 ORDER BY row LIMIT ${page}`,
      'load',
    ),
    letGo: prepare(`SELECT ${schema}.let_go($1, $2, $3)`, 'let_go'),
    letGoAll: prepare(`SELECT ${schema}.let_go_all($1, $2)`),
    leave: prepare(`DELETE FROM ${schema}.server WHERE id = $1`),
    freeDead: prepare(`SELECT ${schema}.free_dead($1, $2, $3)`, 'free_dead'),
    due: prepare(`SELECT name FROM ${schema}.world WHERE due < $1 AND owner IS NULL`, 'due'),
    unused: prepare(`SELECT name FROM ${schema}.world WHERE left_at < $1 AND owner IS NULL AND number IS NOT NULL`, 'unused'),
    read: prepare(`SELECT json FROM ${schema}.value WHERE name = $1`, 'read'),
    swap: prepare(`WITH put AS (INSERT INTO ${schema}.value AS v VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET json = excluded.json
      WHERE v.json = $3 RETURNING name) SELECT pg_notify('${name}', name) FROM put`),
  }

  async function reserve({ run }: Session, blocks: Own['blocks']): Promise<void> {
    const [row] = await run(statements.reserve)
    blocks.push([Number(row?.first), Number(row?.first) + reserved])
  }
  async function begin(session: Session): Promise<Own> {
    const blocks: Own['blocks'] = []
    await reserve(session, blocks)
    return { session, writer: createWriter(session, schema, session.owner), numbers: new Map(), blocks }
  }
  const sessions = await keepSession(
    {
      target,
      schema: name,
      ...own,
      heard(value) {
        for (const call of swaps) call(value)
      },
    },
    {
      begin,
      lost({ writer }, why) {
        for (const call of losses) call(why)
        writer.stop(why)
      },
      tell,
    },
  )
  const run = async (statement: Statement, ...cells: Cell[]): Promise<Rows> => sessions.current().session.run(statement, cells)

  /** Numbers of worlds that do not belong to this session, in changes. */
  function demandOwn({ numbers }: Own, changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.what === 'value') continue
      const number = change.what === 'world' ? change.world.number : change.number
      if (change.what === 'world') numbers.set(number, change.world.name)
      if (!numbers.has(number)) throw new DatabaseFailure(`The world with the number ${number} does not belong to this server any more`)
    }
  }
  function write(changes: readonly Change[], ended: (failure?: DatabaseFailure) => void): void {
    try {
      const current = sessions.current()
      demandOwn(current, changes)
      current.writer.write(changes, ended)
    } catch (error) {
      ended(error as DatabaseFailure)
    }
  }
  const isWritten = () => new Promise<void>((resolve, reject) => write([], (failure) => (failure ? reject(failure) : resolve())))

  async function take(wanted: string, makes: boolean): Promise<Taken> {
    const { session, numbers } = sessions.current()
    const [row = {}] = await session.run(statements.take, [wanted, makes, session.owner, session.lockClass])
    if (row.state === 'elsewhere') return { is: 'elsewhere', owner: ownerOf(row) }
    if (row.state !== 'here') return { is: row.state === 'away' ? 'away' : 'free' }
    const world = worldOf(row)
    numbers.set(world.number, world.name)
    return { is: 'here', world }
  }
  async function load(number: number): Promise<readonly Row[]> {
    const { session } = sessions.current()
    const rows: Row[] = []
    for (;;) {
      const more = await session.run(statements.load, [number, rows.at(-1)?.row ?? -1])
      for (const row of more) rows.push({ ...row, environment: row.environment ?? undefined, key: JSON.parse(String(row.key)) } as Row)
      if (more.length < page) return rows
    }
  }
  async function list(): Promise<readonly ListedRow[]> {
    const { session } = sessions.current()
    const worlds: ListedRow[] = []
    for (;;) {
      const more = await session.run(statements.list, [worlds.at(-1)?.name ?? '', session.owner, session.lockClass])
      for (const row of more) worlds.push({ ...worldOf(row), ...(row.instance !== null && { owner: ownerOf(row) }) })
      if (more.length < page) return worlds
    }
  }
  async function namesOf(statement: Statement, time: number): Promise<string[]> {
    const { session } = sessions.current()
    await session.run(statements.freeDead, [session.owner, session.lockClass, now()])
    return (await session.run(statement, [time])).map((row) => String(row.name))
  }
  function newNumber(): number {
    const { session, blocks, numbers } = sessions.current()
    const [block] = blocks
    if (block === undefined) throw new DatabaseFailure(`${target.called} gives no numbers for new worlds`)
    const number = block[0]++
    if (block[0] === block[1]) blocks.shift()
    // What fails here fails elsewhere, too, and is tried again with the next number.
    if (blocks.length < 2 && block[1] - block[0] < few) void reserve(session, blocks).catch(() => {})
    numbers.set(number, undefined)
    return number
  }
  async function leave({ session }: Own): Promise<void> {
    await isWritten()
    await session.run(statements.letGoAll, [session.owner, now()])
    await session.run(statements.leave, [session.owner])
  }
  return {
    called: target.called,
    schema,
    session: () => sessions.current().session,
    fault: () => sessions.fault,
    list,
    take,
    load,
    async letGo(given) {
      const { session, numbers } = sessions.current()
      for (const [number, world] of numbers) if (world === given) numbers.delete(number)
      await isWritten()
      await session.run(statements.letGo, [given, session.owner, now()])
    },
    due: (before) => namesOf(statements.due, before),
    unused: (since) => namesOf(statements.unused, since),
    newNumber,
    write,
    read: async (given) => (await run(statements.read, given))[0]?.json as string | undefined,
    swap: async (given, before, json) => (await run(statements.swap, given, json, before ?? null)).length > 0,
    whenSwapped: (call) => void swaps.push(call),
    confirm() {
      const { fault } = sessions
      const confirming = fault ? Promise.reject(fault) : sessions.current().session.confirm()
      // A reply that is refused for another reason does not wait for it.
      confirming?.catch(() => {})
      return confirming
    },
    whenLost: (call) => void losses.push(call),
    isOwnFailure: isOfPostgres,
    close: () => sessions.close(leave),
  }
}
