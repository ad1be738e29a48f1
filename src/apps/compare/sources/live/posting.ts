/** Passes calls to the comparing thread in order, limits how much waits for it, and removes a call's files once it has been compared. */
import type { Claims } from '../../../../service/tokens/caller.ts'
import type { Compared, Exchange } from '../../exchange.ts'
import type { Copies } from './copies.ts'
import type { OpenLine } from './lines.ts'
import { type ComparingThread, compareInThread } from './thread.ts'

export interface Posting extends Pick<ComparingThread, 'report' | 'stop'> {
  /** Called when a call goes to the real service. `pass` follows. */
  open(): void
  /** Takes a call whose reply has ended. `line`: its journal line. */
  pass(exchange: Omit<Exchange, 'from'>, line: OpenLine | undefined): void
  /**
   * Calls `act` once the replies that have arrived are being sent, and after the acts of all earlier calls, because the copy of a large
   * body takes longer than that of a small one.
   */
  later(act: () => Promise<void>): void
  /** Number of calls passed so far. */
  readonly calls: number
  /** Number of calls without a result. */
  readonly waiting: number
  finish(): Promise<Compared>
}

/** A call without a result. */
interface Posted {
  readonly line: OpenLine | undefined
  readonly bytes: number
  readonly files: Pick<Exchange, 'body' | 'reply'> | undefined
}

/** Milliseconds until calls whose connections have closed are registered as ended. */
const patience = 1_000

/** Maximum number and size of the calls that wait for the thread. */
const mostPosted = { calls: 1_000, bytes: 64 * 2 ** 20 }

/** The thread pauses during calls, unless more than this waits. */
const mostPaused = { calls: 500, bytes: 32 * 2 ** 20 }

/** Milliseconds without calls after which the thread continues. */
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
    // By then, the event loop has written as much of the replies as it can.
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
      // A disconnect is noticed only a moment after the connection has closed.
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
