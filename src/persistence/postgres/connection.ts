/** A PostgreSQL connection that runs statements one at a time, and closes if a statement times out. */
import { Socket } from 'node:net'
import type { QueryResult } from 'pg'
import { bareQuery } from './bare-query.ts'
import type { Cell, Rows, Run, Statement } from './statements.ts'
import type { DatabaseFailure, Target } from './target.ts'

export interface Connection {
  /** The process id of the connection's PostgreSQL backend. */
  readonly pid: number
  run: Run
  /** Runs a named statement without reading rows. */
  send(statement: Statement, cells: readonly string[], ended: (failure?: DatabaseFailure) => void): void
  /** Runs statements in one transaction, with no other statements in between. */
  inTransaction<T>(act: (run: Run) => Promise<T>): Promise<T>
  /** True if the most recently answered statement was sent less than `within` milliseconds ago. */
  isConfirmed(within: number): boolean
  giveUp(why: DatabaseFailure): void
  end(): Promise<void>
}

type Ended = (failure: DatabaseFailure | undefined, rows: Rows) => void
type Way = (statement: Statement, cells: readonly Cell[], ended: Ended) => void
type Back = (error?: unknown, result?: QueryResult) => void

/** Timeouts in milliseconds: for a response, and for a connection attempt. */
const [usualPatience, toConnect] = [3000, 5000]
/** Error codes after which PostgreSQL closes the connection. */
const endsConnection = /^(08|57P|25P03)/

/** `lost`: called once if the connection breaks or is given up. `heard`: called with notifications from other sessions. */
export async function openConnection(
  target: Target,
  name: string,
  lost: (why: DatabaseFailure) => void,
  heard: (text: string) => void = () => {},
): Promise<Connection> {
  const socket = new Socket()
  const client = target.connect({
    stream: () => socket,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1000,
    connectionTimeoutMillis: toConnect,
    fallback_application_name: name,
  })
  let [isOpen, isEnding] = [false, false]
  let ended: DatabaseFailure | undefined
  /** Queued statements and transactions. Each calls its argument when it ends. */
  const queue: ((over: () => void) => void)[] = []
  let isBusy = false
  let until = Number.POSITIVE_INFINITY
  /**
   * When the most recently answered statement was sent, by the monotonic clock and by the wall clock. The monotonic clock stops while the
   * machine sleeps.
   */
  let [confirmed, confirmedWall] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]

  function giveUp(why: DatabaseFailure): void {
    if (ended) return
    why.isLost = true
    ended = why
    clearInterval(watch)
    socket.destroy()
    if (isOpen && !isEnding) lost(why)
  }
  // Pending input is read before the connection is given up, because this process itself might have been busy or suspended.
  const isLate = () => performance.now() > until
  const watch = setInterval(() => {
    if (isLate()) setImmediate(() => isLate() && giveUp(target.failure(new Error('it is not responding'))))
  }, 500)
  client.on('error', (error) => giveUp(target.failure(error)))
  client.on('notification', ({ payload = '' }) => heard(payload))
  client.on('end', () => giveUp(target.failure(new Error('the connection has ended'))))

  function next(): void {
    const act = queue.shift()
    isBusy = act !== undefined
    act?.(next)
  }
  function enqueue(act: (over: () => void) => void): void {
    queue.push(act)
    if (!isBusy) next()
  }
  /** `start`: sends the statement, and calls back with its result. */
  function submit(patience: number, start: (back: Back) => void, done: Ended): void {
    if (ended) {
      done(ended, [])
      return
    }
    const [sent, sentWall] = [performance.now(), Date.now()]
    until = sent + patience
    start((error, result) => {
      until = Number.POSITIVE_INFINITY
      if (ended) return done(ended, [])
      if (error) {
        const failure = target.failure(error)
        if (endsConnection.test(failure.code ?? '')) giveUp(failure)
        return done(failure, [])
      }
      confirmed = sent
      confirmedWall = sentWall
      done(undefined, result?.rows ?? [])
    })
  }
  const query = ({ name: called, text, patience = usualPatience }: Statement, cells: readonly Cell[], done: Ended) =>
    // The pg types lack the overload with a name and a callback.
    submit(
      patience,
      (back) => void client.query({ ...(called && { name: called }), text, values: cells as unknown[] }, back as never),
      done,
    )
  const queued =
    (way: Way): Way =>
    (statement, cells, done) =>
      enqueue((over) =>
        way(statement, cells, (failure, rows) => {
          over()
          done(failure, rows)
        }),
      )
  const bare = queued(({ name: called = '', text, patience = usualPatience }, cells, done) =>
    submit(patience, (back) => client.query(bareQuery(called, text, cells as string[], back)), done),
  )
  const promised =
    (way: Way): Run =>
    (statement, cells = []) =>
      new Promise((resolve, reject) => way(statement, cells, (failure, rows) => (failure ? reject(failure) : resolve(rows))))
  const direct = promised(query)
  const run = promised(queued(query))

  async function transaction<T>(act: (run: Run) => Promise<T>): Promise<T> {
    await direct({ text: 'BEGIN' })
    try {
      const result = await act(direct)
      await direct({ text: 'COMMIT', patience: 30_000 })
      return result
    } catch (error) {
      await direct({ text: 'ROLLBACK' }).catch(() => {})
      throw error
    }
  }
  try {
    await client.connect()
    isOpen = true
    const [row] = await run({ text: 'SELECT pg_backend_pid() AS pid' })
    return {
      pid: Number(row?.pid),
      run,
      send: (statement, cells, done) => bare(statement, cells, done),
      inTransaction: (act) =>
        new Promise((resolve, reject) => enqueue((over) => void transaction(act).finally(over).then(resolve, reject))),
      isConfirmed: (within) => performance.now() - confirmed < within && Date.now() - confirmedWall < within,
      giveUp,
      async end() {
        isEnding = true
        await new Promise<void>((idle) => enqueue(() => idle()))
        await client.end()
        next()
      },
    }
  } catch (error) {
    isEnding = true
    const failure = target.failure(error)
    giveUp(failure)
    throw failure
  }
}
