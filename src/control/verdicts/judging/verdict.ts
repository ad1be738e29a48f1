/** The shape of a verdict, and what verdicts work with: a bounded memory, and the comparison of a call with an earlier one. */
import type { BuiltInScenario } from '../../../service/failures/catalogue.ts'
import type { DialectName } from '../../../service/wire/vocabulary.ts'
import type { Line } from '../../../service/world/journal-line.ts'
import type { World } from '../../../service/world/world.ts'
import { type Deed, type Earlier, type Facts, remembered, requestOf } from './deed.ts'

type Severity = 'bad' | 'advice'

/** What a verdict tells of one caller. */
export interface Tell {
  /** The caller met the circumstance, and clearly did right. What is unclear is not told, and shows nothing. */
  met(): void
  /** The caller does otherwise, and another verdict says so: it is not good here. */
  elsewhere(): void
  /** These calls show that the caller does not do as the sentence says. */
  broken(...calls: readonly string[]): void
}

/** A world at the end of a session, when the service has done all its work. */
export interface Evidence {
  readonly world: World
  /** The calls of clients, in the order in which they arrived. */
  readonly calls: readonly Line[]
  /** True if the journal still has all of them. Otherwise nothing can be said about what was never called. */
  readonly whole: boolean
}

/** A judgement on a client's behaviour: of its calls (`look`), or of the world that it leaves (`atEnd`). */
export interface Verdict<Memory = unknown> {
  readonly id: string
  /** What a good client does. */
  readonly sentence: string
  readonly severity: Severity
  /** A section of the references, or a reason. */
  readonly source: string
  /** What to change. */
  readonly guidance: string
  /** Scenarios in which a client meets the circumstance; empty: it meets it without one. */
  readonly exercise: readonly BuiltInScenario[]
  /** The only dialect in which a client meets it. Undefined: any. */
  readonly dialect?: DialectName
  /** What it remembers of a caller, at the beginning. */
  remember?(): Memory
  /** Gets the deeds of one caller, in the order in which they ended. */
  look?(deed: Deed, memory: Memory, tell: Tell): void
  /** What only the end of a session shows. Called for every reply, so it changes nothing. */
  conclude?(memory: Memory, tell: Tell): void
  /**
   * Judges the world at the end of a session. Only `explore` asks, because it knows when that is. Each sentence completes "your client …",
   * and names nothing that differs from world to world, such as an id.
   */
  readonly atEnd?: (evidence: Evidence) => readonly string[]
  /** When `atEnd` counts. `success`: only for a client that ends well, because one that gives up may leave its work half done. */
  readonly demanded?: 'always' | 'success'
}

/** Each verdict knows its own memory. Code that handles every verdict does not. */
export const defineVerdict = <Memory>(verdict: Verdict<Memory>): Verdict => verdict as unknown as Verdict

export interface Recent<Key, Value> {
  readonly size: number
  get(key: Key): Value | undefined
  /** Makes it the newest entry. */
  set(key: Key, value: Value): void
  delete(key: Key): void
  values(): Iterable<Value>
}

/** Entries that a verdict remembers of one caller. */
const usual = 100

/** Keeps the `most` newest entries. */
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

/** Milliseconds after which the same request is not a repetition, but another one. */
const longestPause = 300_000

/** How often the world was changed until then. */
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

/** The milliseconds from the end of a call to the arrival of another: of real time, and the larger of real and world time. */
export function waits({ ended, until }: Pick<Facts, 'ended' | 'until'>, { began, at }: Pick<Facts, 'began' | 'at'>) {
  const waitedReally = began - ended
  return { waitedReally, waited: Math.max(waitedReally, at - until) }
}

/** Null where the reply had not ended, because then the later call does not answer it; and after a long pause. */
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

/** Whether a call failed, and may succeed later as it is. */
export const mayPass = ({ status, lost }: Pick<Facts, 'status' | 'lost'>): boolean =>
  lost || status === null || status === 408 || status === 429 || status === 499 || status >= 500

/** Milliseconds that a call may need to arrive. */
const longest = 100

/** What is remembered of the end of a call, to tell whether a later one answers its reply. */
export interface Moment extends Pick<Facts, 'id' | 'connection' | 'ended' | 'until' | 'turns'> {}

export const momentOf = ({ id, connection, ended, until, turns }: Facts): Moment => ({ id, connection, ended, until, turns })

export interface Read extends Moment {
  /** As {@link requestOf} says. */
  readonly request: string | null
}

export const readOf = (deed: Deed): Read => ({ ...momentOf(deed), request: requestOf(deed) })

/**
 * On one connection of HTTP/1.1, a client reads a reply before it sends the next call. Calls of other connections may have been on their
 * way: nothing shows that they answer the reply, so they show nothing good.
 */
export function mayBeUnread(before: Omit<Moment, 'id' | 'turns'>, deed: Deed): boolean {
  if (deed.began < before.ended) return true
  if (before.connection !== null && before.connection === deed.connection) return false
  return waits(before, deed).waited < longest
}

/** The same request is a repetition, also where it may have been on its way. */
export const wasOnTheWay = (before: Read, deed: Deed): boolean =>
  mayBeUnread(before, deed) && (deed.began < before.ended || before.request !== requestOf(deed))
