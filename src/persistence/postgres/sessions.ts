/** Maintains a PostgreSQL session: opens a new one when the current one breaks. */
import { setTimeout } from 'node:timers/promises'
import { Misuse } from '../../service/wire/misuse.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'
import { DatabaseFailure, isOfPostgres } from './target.ts'

export interface Sessions<T> {
  /** Returns the current session's state. Throws the reason if there is no session. */
  current(): T
  readonly fault: DatabaseFailure | undefined
  /** Closes the session. `leave`: called first, if there is a session. */
  close(leave: (current: T) => Promise<void>): Promise<void>
}

export interface Keeping<T> {
  begin(session: Session): Promise<T>
  lost(current: T, why: DatabaseFailure): void
  tell(text: string): void
}

/** Retry delay in milliseconds: initial and maximum. */
const [firstPause, longestPause] = [100, 5000]

/** Rejects with {@link Misuse} if the first session cannot be opened. */
export async function keepSession<T>(options: SessionOptions, { begin, lost, tell }: Keeping<T>): Promise<Sessions<T>> {
  const { called } = options.target
  let current: { readonly session: Session; readonly begun: T } | undefined
  let fault: DatabaseFailure | undefined
  const closed = new AbortController()

  async function open(): Promise<void> {
    let broken: DatabaseFailure | undefined
    const session = await openSession(options, (why) => {
      broken = why
      if (current?.session === session) end(why)
    })
    try {
      const begun = await begin(session)
      if (broken) throw broken
      current = { session, begun }
      fault = undefined
    } catch (error) {
      session.giveUp(options.target.failure(error))
      throw error
    }
  }
  function end(why: DatabaseFailure): void {
    const before = current
    current = undefined
    fault = lostBy(new DatabaseFailure(`${why.message}. Standin reconnects automatically`, why.code))
    if (before) lost(before.begun, fault)
    if (closed.signal.aborted) return
    tell(`The session was lost. ${why.message}. Calls get a 503 until Standin is connected again.\n`)
    void openAgain()
  }
  async function openAgain(): Promise<void> {
    for (let pause = firstPause; !closed.signal.aborted; pause = Math.min(2 * pause, longestPause)) {
      try {
        await open()
        if (closed.signal.aborted) current?.session.giveUp(new DatabaseFailure('It is closed'))
        else tell(`${called} is connected again.\n`)
        return
      } catch (error) {
        fault = lostBy(options.target.failure(error))
      }
      await setTimeout(pause, undefined, { signal: closed.signal }).catch(() => {})
    }
  }
  try {
    await open()
  } catch (error) {
    if (error instanceof DatabaseFailure)
      throw new Misuse(`${error.message}. ${error.code === undefined ? 'Start it, or use' : 'Use'} another database (--data).`)
    throw error
  }
  let closing: Promise<void> | undefined
  async function closeAll(leave: (begun: T) => Promise<void>): Promise<void> {
    const last = current
    try {
      if (last) await leave(last.begun)
    } catch (error) {
      // A database error is ignored here: the end of the session releases the worlds anyway.
      if (!isOfPostgres(error)) throw error
    } finally {
      closed.abort()
      if (last && current) await last.session.end()
      current = undefined
      fault = lostBy(new DatabaseFailure(`${called} is closed`))
    }
  }
  return {
    current() {
      if (current) return current.begun
      throw fault ?? lostBy(new DatabaseFailure(`${called} is not connected`))
    },
    get fault() {
      return fault
    },
    close: (leave) => (closing ??= closeAll(leave)),
  }
}

const lostBy = (why: DatabaseFailure): DatabaseFailure => Object.assign(why, { isLost: true })
