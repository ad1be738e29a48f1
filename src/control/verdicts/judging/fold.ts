/** Folds a session's deeds into findings: the result of each verdict for each caller. */
import { type Before, type Earlier, type Facts, noAttempts, requestOf } from './deed.ts'
import { earlierOf, mayPass, type Recent, type RememberedCall, recent, rememberedCall, type Tell, type Verdict } from './verdict.ts'

/** Maximum number of callers with full memory, and of callers whose findings are stored. Beyond that, the oldest are discarded. */
const [mostWatched, mostCallers] = [50, 1_000]
/** Maximum number of calls to show per finding. */
const mostShown = 20
/** Maximum number of failed attempts remembered per request. */
const mostAttempts = 16
/** In milliseconds of real time. HTTP libraries retry a call within this time. */
const atOnce = 20

export interface Finding {
  /** True if the caller clearly did the right thing, and never the wrong one. */
  readonly good: boolean
  readonly calls: readonly string[]
}

export interface Judged {
  readonly caller: string
  /** The organization that the caller acts for, according to the newest call that names one. */
  readonly orgNo: string | null
  readonly calls: number
  /** Calls that the client's HTTP library probably retried. */
  readonly byLibrary: readonly string[]
  /** A finding per verdict, in verdict order. */
  readonly findings: readonly Finding[]
}

export type Fold = ReturnType<typeof createFold>

interface Notes {
  met: boolean
  /** True if another verdict reports the problem. */
  elsewhere: boolean
  readonly calls: string[]
}

interface Watched {
  readonly memories: readonly unknown[]
  readonly requests: Recent<string, RememberedCall>
  commits: number
}

interface Caller {
  calls: number
  orgNo: string | null
  readonly byLibrary: string[]
  readonly notes: readonly Notes[]
  readonly tells: readonly Tell[]
}

export function createFold(verdicts: readonly Verdict[]) {
  const callers = new Map<string, Caller>()
  let watched = recent<string, Watched>(mostWatched)
  let newest: { readonly name: string; readonly watched: Watched } | undefined
  let commits = 0

  function callerOf(name: string): Caller {
    const known = callers.get(name)
    if (known) return known
    if (callers.size >= mostCallers) for (const oldest of callers.keys()) if (callers.delete(oldest)) break
    const notes = verdicts.map((): Notes => ({ met: false, elsewhere: false, calls: [] }))
    const made: Caller = { calls: 0, orgNo: null, byLibrary: [], notes, tells: notes.map(tellOf) }
    callers.set(name, made)
    return made
  }
  function watchedOf(name: string): Watched {
    if (newest?.name === name) return newest.watched
    const known = watched.get(name) ?? {
      memories: verdicts.map((each) => each.remember?.()),
      requests: recent<string, RememberedCall>(),
      commits: 0,
    }
    watched.set(name, known)
    newest = { name, watched: known }
    return known
  }

  return {
    look(facts: Facts & Before): void {
      const caller = callerOf(facts.caller)
      const known = watchedOf(facts.caller)
      const ownBefore = known.commits
      known.commits += facts.commits
      commits += facts.commits
      const others = commits - known.commits
      // Only failures are remembered. In most sessions, there are none to compare with.
      const failed = hasFailed(facts)
      const request = failed || known.requests.size > 0 ? requestOf(facts) : null
      const before = request === null ? undefined : known.requests.get(request)
      const earlier = before ? earlierOf(before, facts, { others, own: ownBefore }) : null
      const byLibrary = earlier !== null && isLost(earlier) && earlier.waitedReally < atOnce
      const goesOn = before && earlier && mayPass(earlier) && !earlier.turned
      const attempts = goesOn ? (byLibrary ? before.attempts : [...before.attempts, earlier].slice(-mostAttempts)) : noAttempts
      if (request !== null) {
        if (failed) known.requests.set(request, rememberedCall(facts, { others, own: known.commits }, attempts))
        else known.requests.delete(request)
      }
      caller.calls++
      caller.orgNo = facts.orgNo ?? caller.orgNo
      if (byLibrary && caller.byLibrary.length < mostShown) caller.byLibrary.push(facts.id)
      facts.earlier = earlier
      facts.attempts = attempts
      facts.byLibrary = byLibrary
      for (let nth = 0; nth < verdicts.length; nth++) verdicts[nth]?.look?.(facts, known.memories[nth], caller.tells[nth] as Tell)
    },
    /** Counts changes to the world that were not made by a client's call. */
    changed(times: number): void {
      commits += times
    },
    judge: (): Judged[] =>
      [...callers].map(([name, { calls, orgNo, byLibrary, notes }]) => ({
        caller: name,
        orgNo,
        calls,
        byLibrary: [...byLibrary],
        findings: verdicts.map((verdict, nth) => concluded(verdict, notes[nth] as Notes, watched.get(name)?.memories[nth])),
      })),
    /** Forgets past calls, but not findings, because a new world has begun. */
    forget(): void {
      // A new world ends the session, so verdicts on unfinished behaviour are reached now.
      for (const [name, { notes }] of callers) {
        const memories = watched.get(name)?.memories
        verdicts.forEach((verdict, nth) => {
          const own = notes[nth] as Notes
          if (memories && concluded(verdict, own, memories[nth]).good) own.met = true
        })
      }
      watched = recent(mostWatched)
      newest = undefined
    },
  }
}

const hasFailed = ({ status, lost }: Facts) => lost || status === null || status >= 400

/** Libraries retry a call if its connection dropped before the reply began. */
const isLost = ({ lost, status }: Earlier) => lost && (status === null || status === 499)

function concluded(verdict: Verdict, { met, elsewhere, calls }: Notes, memory: unknown): Finding {
  const notes = { met, elsewhere, calls: [...calls] }
  if (memory !== undefined) verdict.conclude?.(memory, tellOf(notes))
  return { good: notes.met && !notes.elsewhere && notes.calls.length === 0, calls: notes.calls }
}

function tellOf(notes: Notes): Tell {
  return {
    met() {
      notes.met = true
    },
    elsewhere() {
      notes.elsewhere = true
    },
    broken(...calls) {
      for (const call of calls) {
        if (notes.calls.length < mostShown && !notes.calls.includes(call)) notes.calls.push(call)
      }
    },
  }
}
