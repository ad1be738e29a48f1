/** Hands calls to the thread that compares them: in order, with a limit on what waits, and without their files when they are compared. */
import type { Claims } from '../../../../service/tokens/caller.ts'
import type { Compared, Exchange } from '../../exchange.ts'
import type { Copies } from './copies.ts'
import type { OpenLine } from './lines.ts'
import { type ComparingThread, compareInThread } from './thread.ts'

export interface Posting extends Pick<ComparingThread, 'report' | 'stop'> {
  /** A call goes to the real service. It is passed later. */
  open(): void
  /** Takes a call whose reply has ended. `line`: its journal line. */
  pass(exchange: Omit<Exchange, 'from'>, line: OpenLine | undefined): void
  /**
   * Calls `act` when the replies that have arrived are on their way to the clients, after the acts of all earlier calls: the copy of a large
   * body is complete later than a small one.
   */
  later(act: () => Promise<void>): void
  /** Number of calls that were passed. */
  readonly calls: number
  /** Number of calls that wait for their results. */
  readonly waiting: number
  finish(): Promise<Compared>
}

/** A call that waits for its result. */
interface Posted {
  readonly line: OpenLine | undefined
  readonly bytes: number
  readonly files: Pick<Exchange, 'body' | 'reply'> | undefined
}

/** Milliseconds in which the calls end whose connections have closed. */
const patience = 1_000

/** Limits of what waits for the thread. */
const mostPosted = { calls: 1_000, bytes: 64 * 2 ** 20 }

/** The thread pauses while calls are in flight and no more than this waits. */
const mostPaused = { calls: 500, bytes: 32 * 2 ** 20 }

/** Milliseconds without a call after which the thread continues. */
const quiet = 5

export function createPosting(copies: Copies, options: { readonly settle: number; readonly as: Claims | undefined }): Posting {
  const posted = new Map<string, Posted>()
  let [calls, bytesPosted] = [0, 0]
  const acts: (() => Promise<void>)[] = []
  let acting: Promise<void> | undefined
  let opened = 0
  let whenAllArePassed = () => {}
  const resuming = setTimeout(() => opened === 0 && thread.resume(), quiet)
  function pauseOrResume(): void {
    if (opened === 0) resuming.refresh()
    else if (posted.size <= mostPaused.calls && bytesPosted <= mostPaused.bytes) thread.pause()
    else thread.resume()
  }
  function removeFiles({ body, reply }: Pick<Exchange, 'body' | 'reply'>): void {
    copies.remove(body)
    copies.remove(reply?.body)
  }
  async function actAll(): Promise<void> {
    // The event loop gets here when it has written what it could.
    await new Promise((resolve) => setImmediate(resolve))
    for (let act = acts.shift(); act; act = acts.shift()) await act()
    acting = undefined
  }
  const thread = compareInThread({
    ...options,
    onResult(from, result) {
      const own = posted.get(from)
      if (own?.bytes) bytesPosted -= own.bytes
      if (own?.files) removeFiles(own.files)
      own?.line?.compared(result)
      posted.delete(from)
    },
  })
  return {
    open() {
      opened++
      pauseOrResume()
    },
    pass(passed, line) {
      if (--opened === 0) whenAllArePassed()
      pauseOrResume()
      line?.passed(passed)
      const exchange: Exchange = { ...passed, from: `call ${++calls}` }
      const { apart, body, reply, from } = exchange
      const bytes = bytesOf(exchange)
      if (apart === undefined && (posted.size >= mostPosted.calls || bytesPosted + bytes > mostPosted.bytes)) {
        removeFiles(exchange)
        line?.compared('too-late')
        thread.add({ ...exchange, body: undefined, reply: reply && { ...reply, body: undefined }, apart: 'too-late' })
        return
      }
      bytesPosted += bytes
      posted.set(from, { bytes, line, files: hasFile(exchange) ? { body, reply } : undefined })
      thread.add(exchange)
    },
    later(act) {
      acts.push(act)
      acting ??= actAll()
    },
    get calls() {
      return calls
    },
    get waiting() {
      return posted.size
    },
    report: thread.report,
    stop: thread.stop,
    async finish() {
      // A client that has just left is noticed a moment after its connection has closed.
      if (opened > 0)
        await new Promise<void>((resolve) => {
          whenAllArePassed = resolve
          setTimeout(resolve, patience)
        })
      await acting
      return thread.finish()
    },
  }
}

const hasFile = ({ body, reply }: Exchange) => [body, reply?.body].some((content) => content && !(content instanceof Uint8Array))

const bytesOf = ({ body, reply }: Exchange) =>
  [body, reply?.body].reduce((sum, content) => sum + (content instanceof Uint8Array ? content.byteLength : 0), 0)
