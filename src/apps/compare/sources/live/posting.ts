/** Passes calls to the comparing thread in order, limits how many can wait, and removes the files of compared calls. */
import type { Claims } from '../../../../service/tokens/caller.ts'
import type { Exchange } from '../../exchange.ts'
import type { Copies } from './copies.ts'
import type { OpenLine } from './lines.ts'
import { compareInThread } from './thread.ts'

export type Posting = ReturnType<typeof createPosting>

/** A call without a result. */
interface Posted {
  readonly line: OpenLine | undefined
  readonly bytes: number
  readonly files: Pick<Exchange, 'body' | 'reply'> | undefined
}

/** Milliseconds to wait for the end of calls whose connections have already closed. */
const patience = 1_000

/** Maximum number of calls waiting for the thread, and maximum size of their bodies. */
const mostPosted = { calls: 1_000, bytes: 64 * 2 ** 20 }

/** The thread pauses while calls are in progress, unless more calls or bytes than this are waiting. */
const mostPaused = { calls: 500, bytes: 32 * 2 ** 20 }

/** Milliseconds without calls after which the thread continues. */
const quiet = 5

export function createPosting(copies: Copies, options: { readonly settle: number; readonly as: Claims | undefined }) {
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
    // By the next turn, the event loop has written as much of the replies as it can.
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
    /** Call this before a call is forwarded to the real service, and `pass` afterwards. */
    open() {
      opened++
      pauseOrResume()
    },
    /** Adds a call whose reply has ended. `line`: the journal line of the call. */
    pass(passed: Omit<Exchange, 'from'>, line: OpenLine | undefined) {
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
    /**
     * Calls `act` once the replies that have arrived are being sent, and after the `act` of every earlier call has ended. Otherwise, a small
     * body would overtake a large body that takes longer to copy.
     */
    later(act: () => Promise<void>) {
      acts.push(act)
      acting ??= actAll()
    },
    /** Number of calls passed so far. */
    get calls() {
      return calls
    },
    /** Number of calls without a result. */
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
