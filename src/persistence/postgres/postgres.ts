/** The PostgreSQL store, which several servers can share: each world belongs to one server at a time. */
import type { Change, ListedRow, Row, Store, Taken } from '../store/store.ts'
import { reserveNumbers } from './numbers.ts'
import { quotedSchema } from './schema.ts'
import type { Session, SessionOptions } from './session.ts'
import { keepSession } from './sessions.ts'
import { type Cell, ownerOf, page, type Rows, type Statement, statementsIn, worldOf } from './statements.ts'
import { DatabaseFailure, isOfPostgres, targetAt } from './target.ts'
import { createWriter, type Writer } from './writer.ts'

export interface PostgresOptions extends Omit<SessionOptions, 'target' | 'schema' | 'heard'> {
  /** The connection URL, such as `postgres://standin@localhost/standin`. */
  readonly url: string
  /** Worlds in different schemas are independent. Default: `standin`. */
  readonly schema?: string | undefined
  /** Milliseconds since 1970. Default: the database's clock. */
  now?: (() => number) | undefined
  /** Reports when the connection is lost or restored. */
  tell(text: string): void
}

export interface PostgresStore extends Store {
  /** The database's name in messages. */
  readonly called: string
  /** The quoted schema name. */
  readonly schema: string
  now(): number
  /** Returns the current session. Throws the reason if there is no session. */
  session(): Session
}

interface Own {
  readonly session: Session
  readonly writer: Writer
  /** Names of this session's worlds, keyed by number; undefined for a world that has not been written yet. Other worlds are refused. */
  readonly worlds: Map<number, string | undefined>
  /** Returns an unused number; undefined if none are reserved. */
  newNumber(): number | undefined
}

/** Rejects with {@link Misuse} if the database cannot be used. */
export async function openPostgres({ url, schema: name = 'standin', now: given, tell, ...own }: PostgresOptions): Promise<PostgresStore> {
  const schema = quotedSchema(name)
  const target = await targetAt(url)
  const losses: ((why: Error) => void)[] = []
  const swaps: ((value: string) => void)[] = []
  const statements = statementsIn(schema)
  const heard = (value: string) => void swaps.map((call) => call(value))

  /** The last session's clock, which keeps running while there is no session. */
  let now = given ?? Date.now

  async function begin(session: Session): Promise<Own> {
    now = given ?? session.now
    const newNumber = await reserveNumbers(() => session.run(statements.reserve))
    return { session, writer: createWriter(session, schema, session.owner), worlds: new Map(), newNumber }
  }
  const sessions = await keepSession(
    { target, schema: name, heard, ...own },
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

  /** Throws if any change is for a world that does not belong to this session. */
  function demandOwn({ worlds }: Own, changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.what === 'value') continue
      const number = change.what === 'world' ? change.world.number : change.number
      if (change.what === 'world') worlds.set(number, change.world.name)
      if (!worlds.has(number)) throw new DatabaseFailure(`World ${number} no longer belongs to this server`, 'P0001')
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
    const { session, worlds } = sessions.current()
    const [row = {}] = await session.run(statements.take, [wanted, makes, session.owner, session.lockClass])
    if (row.state === 'elsewhere') return { is: 'elsewhere', owner: ownerOf(row) }
    if (row.state !== 'here') return { is: row.state === 'away' ? 'away' : 'free' }
    const world = worldOf(row)
    worlds.set(world.number, world.name)
    return { is: 'here', world }
  }
  async function load(number: number): Promise<readonly Row[]> {
    const { session } = sessions.current()
    const rows: Row[] = []
    for (;;) {
      const more = await session.run(statements.load, [number, rows.at(-1)?.row ?? -1])
      if (more.length === 0) return rows
      for (const row of more) rows.push({ ...row, environment: row.environment ?? undefined, key: JSON.parse(String(row.key)) } as Row)
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
    const { worlds, newNumber: next } = sessions.current()
    const number = next()
    if (number === undefined) throw new DatabaseFailure(`${target.called} returned no numbers for new worlds`)
    worlds.set(number, undefined)
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
    now: () => now(),
    session: () => sessions.current().session,
    fault: () => sessions.fault,
    list,
    count: async () => Number((await run(statements.count))[0]?.worlds),
    take,
    load,
    async letGo(its) {
      const { session, worlds } = sessions.current()
      for (const [number, world] of worlds) if (world === its) worlds.delete(number)
      await isWritten()
      await session.run(statements.letGo, [its, session.owner, now()])
    },
    due: (before) => namesOf(statements.due, before),
    unused: (since) => namesOf(statements.unused, since),
    newNumber,
    write,
    read: async (value) => (await run(statements.read, value))[0]?.json as string | undefined,
    swap: async (value, before, json) => (await run(statements.swap, value, json, before ?? null, name)).length > 0,
    whenSwapped: (call) => void swaps.push(call),
    confirm() {
      const { fault } = sessions
      const confirming = fault ? Promise.reject(fault) : sessions.current().session.confirm()
      // If the reply is refused for another reason, nothing awaits this promise.
      confirming?.catch(() => {})
      return confirming
    },
    whenLost: (call) => void losses.push(call),
    giveUp: (why) => void (sessions.fault ?? sessions.current().session.giveUp(target.failure(why))),
    isOwnFailure: isOfPostgres,
    close: () => sessions.close(leave),
  }
}
