/** The shape of a verdict, and its tools: a bounded memory, and a comparison between a call and an earlier call. */
import type { BuiltInScenario } from '../../../service/failures/catalogue.ts'
import type { DialectName } from '../../../service/wire/vocabulary.ts'
import type { Line } from '../../../service/world/journal.ts'
import type { World } from '../../../service/world/world.ts'
import { type Deed, type Earlier, type Facts, remembered, requestOf } from './deed.ts'

type Severity = 'bad' | 'advice'

export interface Tell {
  /** The caller was in the situation and clearly did the right thing. Ambiguous behaviour is never reported. */
  met(): void
  /** The caller did something else, but another verdict reports it, so it does not count as good here. */
  elsewhere(): void
  /** These calls contradict the verdict's sentence. */
  broken(...calls: readonly string[]): void
}

/** A world at the end of a session, once the service has finished all its work. */
export interface Evidence {
  readonly world: World
  /** Clients' calls in order of arrival. */
  readonly calls: readonly Line[]
  /** True if all calls are still in the journal. Otherwise, a missing call proves nothing. */
  readonly whole: boolean
}

/** A judgement on how a client behaves, based on its calls (`look`) or on the world that they leave behind (`atEnd`). */
export interface Verdict<Memory = unknown> {
  readonly id: string
  /** Describes what a good client does. */
  readonly sentence: string
  readonly severity: Severity
  /** A section in the reference, or a reason. */
  readonly source: string
  /** The change to make in the client. */
  readonly guidance: string
  /** Scenarios that put a client in this situation. Default: none are needed. */
  readonly exercise: readonly BuiltInScenario[]
  /** The only dialect in which the situation occurs. Default: any. */
  readonly dialect?: DialectName
  /** Returns the initial memory for a caller. */
  remember?(): Memory
  /** Called with a caller's deeds, in the order in which they ended. */
  look?(deed: Deed, memory: Memory, tell: Tell): void
  /** Reports findings that are only certain at the end of a session. Called for every reply, so it must not change the memory. */
  conclude?(memory: Memory, tell: Tell): void
  /**
   * Judges the world at the end of a session. Called only by `explore`, which knows when a session ends. Each sentence completes "your
   * client …" and contains nothing that differs between worlds, such as an id.
   */
  readonly atEnd?: (evidence: Evidence) => readonly string[]
  /** When `atEnd` applies. `success`: only if the client ends successfully, because a client that gives up may leave work unfinished. */
  readonly demanded?: 'always' | 'success'
}

type Written<Memory> = Omit<Verdict<Memory>, 'exercise'> & Partial<Pick<Verdict, 'exercise'>>

/** Erases the memory's type, because code that handles all verdicts cannot know the type of each verdict's memory. */
export const defineVerdict = <Memory>(verdict: Written<Memory>): Verdict => ({ exercise: [], ...(verdict as unknown as Written<unknown>) })

export interface Recent<Key, Value> {
  readonly size: number
  get(key: Key): Value | undefined
  /** Stores the entry as the newest one. */
  set(key: Key, value: Value): void
  delete(key: Key): void
  values(): Iterable<Value>
}

/** Default number of entries that a verdict remembers per caller. */
const usual = 100

/** Creates a map that keeps only the `most` newest entries. */
export function recent<Key, Value>(most = usual): Recent<Key, Value> {
  const all = new Map<Key, Value>()
  return {
    get size() {
      return all.size
    },
    get: (key) => all.get(key),
    set(key, value) {
      all.delete(key)
      all.set(key, value)
      if (all.size > most) for (const oldest of all.keys()) return void all.delete(oldest)
    },
    delete: (key) => void all.delete(key),
    values: () => [...all.values()],
  }
}

/** Milliseconds after which an identical request counts as a new request rather than a retry. */
export const longestPause = 300_000

interface Changes {
  readonly others: number
  readonly own: number
}

export interface RememberedCall extends Changes {
  readonly facts: Pick<Facts, (typeof remembered)[number]>
  readonly moment: Pick<Facts, 'until' | 'ended' | 'turns' | 'clockMoves'>
  readonly attempts: readonly Earlier[]
}

export function rememberedCall(facts: Facts, { others, own }: Changes, attempts: readonly Earlier[]): RememberedCall {
  const { until, ended, turns, clockMoves } = facts
  return { facts: picked(facts, remembered), moment: { until, ended, turns, clockMoves }, others, own, attempts }
}

function picked<Value extends object, const Names extends readonly (keyof Value)[]>(from: Value, names: Names): Pick<Value, Names[number]> {
  const part = {} as { -readonly [Name in Names[number]]: Value[Name] }
  for (const name of names) part[name as Names[number]] = from[name as Names[number]]
  return part
}

/** Returns the milliseconds from the end of a call to the arrival of a later call: in real time, and the longer of real and world time. */
export function waits({ ended, until }: Pick<Facts, 'ended' | 'until'>, { began, at }: Pick<Facts, 'began' | 'at'>) {
  const waitedReally = began - ended
  return { waitedReally, waited: Math.max(waitedReally, at - until) }
}

/** Returns null after a long pause, or if the reply had not ended: in these cases, the later call is not a reaction to the reply. */
export function earlierOf({ facts, moment, others, own }: RememberedCall, later: Facts, now: Changes): Earlier | null {
  const { waitedReally, waited } = waits(moment, later)
  if (waitedReally < 0 || waited > longestPause) return null
  return {
    ...facts,
    waitedReally,
    waited,
    turned: moment.turns !== later.turns,
    clockMoved: moment.clockMoves !== later.clockMoves,
    changedByOthers: others !== now.others,
    changedByCaller: own !== now.own,
  }
}

/** True if a call failed but may succeed later without changes. */
export const mayPass = ({ status, lost }: Pick<Facts, 'status' | 'lost'>): boolean =>
  lost || status === null || status === 408 || status === 429 || status === 499 || status >= 500

/** Maximum time in milliseconds that a call can take to arrive. */
const longest = 100

/** Facts about how a call ended, to decide whether a later call reacts to its reply. */
export interface Moment extends Pick<Facts, 'id' | 'connection' | 'ended' | 'until' | 'turns'> {}

export const momentOf = ({ id, connection, ended, until, turns }: Facts): Moment => ({ id, connection, ended, until, turns })

export interface Read extends Moment {
  /** The result of {@link requestOf}. */
  readonly request: string | null
}

export const readOf = (deed: Deed): Read => ({ ...momentOf(deed), request: requestOf(deed) })

/**
 * True if the client might have sent the call before reading the earlier reply. On a single HTTP/1.1 connection, a client reads a reply
 * before it sends the next call. Calls on other connections might have been in flight, so they never count as good.
 */
export function mayBeUnread(before: Omit<Moment, 'id' | 'turns'>, deed: Deed): boolean {
  if (deed.began < before.ended) return true
  if (before.connection !== null && before.connection === deed.connection) return false
  return waits(before, deed).waited < longest
}

/** Like `mayBeUnread`, but the same request counts as a retry even if it might have been in flight. */
export const wasOnTheWay = (before: Read, deed: Deed): boolean =>
  mayBeUnread(before, deed) && (deed.began < before.ended || before.request !== requestOf(deed))
