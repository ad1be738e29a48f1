/** Pairs the real service's ids with the world's ids, and tracks which ids belong to the same record. */
import { guids } from '../../../control/compare.ts'

export interface Pairs {
  /** True if the two ids are a pair. Two ids without counterparts become a pair. */
  pair(ours: string, real: string): boolean
  /** Replaces real ids in a client's text with the world's ids. */
  toOurs(text: string): string
  /** Like {@link toOurs}, but only for subscription numbers. */
  numbersToOurs(text: string): string
  /** Replaces the world's ids in its own text with real ids. */
  toReal(text: string): string
  /** Returns the ids in text from the client or the real service. */
  keysIn(text: string): readonly string[]
  /** Returns the real ids in a text that have no counterpart in the world. */
  unknownIn(text: string): readonly string[]
  /** Returns the world's counterparts of the real ids in a text. */
  oursIn(text: string): readonly string[]
  isKnown(real: string): boolean
  /** Returns the ids in a text that no reply has contained so far. */
  unconfirmedIn(text: string): readonly string[]
  /** Pairs ids that the client chose with themselves. */
  chosen(text: string): void
  /** Excludes real ids from pairing, because the world lacks their records. */
  leave(ids: readonly string[]): void
  /** Pairs the numbers in two URLs. */
  pairNumbers(ours: string, real: string): void
  /** Unpairs a deleted subscription's number, because the service may use the number again. */
  forgetNumber(real: string): void
  /** Sets the time of the call whose ids are paired next. */
  during(time: { readonly at: number; readonly ended: number }): void
  /** Notes that a call changed the records in a URL at this time. */
  changed(url: string, time: { readonly at: number; readonly ended: number }): void
  /** True if the records with these ids were created by overlapping calls. */
  areOfOneTime(real: string, other: string): boolean
  /** True if all changes to the records in the first text ended before the records in the second text were created. */
  isBefore(real: string, other: string): boolean
  /** Returns a function that removes all pairs made after this call. */
  checkpoint(): () => void
  readonly size: number
}

/** Matches ids of subscriptions and partial uploads, which can be told apart from other numbers only by position. */
const numbers = () => /(?<=\/subscriptions?\/)\d+(?=$|[\s/?#"])|(?<="id":\s?)\d+(?=,\s*"endPoint":)|(?<=\/partial\/)[0-9a-f]{32}/gi
/** A faster pre-check for {@link numbers}. */
const mayHaveNumbers = (text: string) => /\/subscription|\/partial\/|"endPoint"/i.test(text)

export function createPairs(): Pairs {
  const [ours, real] = [new Map<string, string>(), new Map<string, string>()]
  const left = new Set<string>()
  const confirmed = new Set<string>()
  const times = new Map<string, { readonly at: number; readonly ended: number }>()
  /** Id → the time from its creation to its last change. */
  const spans = new Map<string, { readonly at: number; readonly ended: number }>()
  let time = { at: 0, ended: 0 }
  const added: [ours: string, real: string][] = []
  function add(here: string, there: string): void {
    ours.set(here, there)
    real.set(there, here)
    times.set(there, time)
    added.push([here, there])
  }
  const swapNumbers = (text: string, others: ReadonlyMap<string, string>) =>
    mayHaveNumbers(text) ? text.replace(numbers(), (id) => others.get(`#${id}`)?.slice(1) ?? id) : text
  const swap = (text: string, others: ReadonlyMap<string, string>) =>
    swapNumbers(
      text.replace(guids(), (id) => others.get(id.toLowerCase()) ?? id),
      others,
    )
  const keysIn = (text: string) => [
    ...[...text.matchAll(guids())].map(([id]) => id.toLowerCase()),
    ...(mayHaveNumbers(text) ? [...text.matchAll(numbers())].map(([id]) => `#${id}`) : []),
  ]
  const pairs: Pairs = {
    pair(one, other) {
      const [here, there] = [one.toLowerCase(), other.toLowerCase()]
      if (left.has(there)) return here === there
      const [known, owner] = [real.get(there), ours.get(here)]
      if (known !== undefined || owner !== undefined) {
        if (known === here) confirmed.add(there)
        return known === here
      }
      add(here, there)
      confirmed.add(there)
      return true
    },
    toOurs: (text) => swap(text, real),
    numbersToOurs: (text) => swapNumbers(text, real),
    toReal: (text) => swap(text, ours),
    keysIn,
    get size() {
      return added.length
    },
    unknownIn: (text) => keysIn(text).filter((key) => !real.has(key)),
    unconfirmedIn: (text) => keysIn(text).filter((key) => !confirmed.has(key)),
    oursIn: (text) => keysIn(text).flatMap((key) => real.get(key) ?? []),
    isKnown: (id) => real.has(id.toLowerCase()),
    chosen(text) {
      for (const [id] of text.matchAll(guids())) {
        const key = id.toLowerCase()
        if (!real.has(key) && !ours.has(key)) add(key, key)
      }
    },
    leave(ids) {
      for (const id of ids) left.add(id)
    },
    pairNumbers(here, there) {
      const [one, other] = [here, there].map((text) => text.match(numbers())?.at(-1))
      if (one !== undefined && other !== undefined) pairs.pair(`#${one}`, `#${other}`)
    },
    forgetNumber(text) {
      const there = `#${text.match(numbers())?.at(-1)}`
      const here = real.get(there)
      if (here === undefined) return
      real.delete(there)
      ours.delete(here)
    },
    during(next) {
      time = next
    },
    changed(url, { at, ended }) {
      for (const key of keysIn(url)) {
        const before = spans.get(key) ?? times.get(key) ?? { at, ended }
        spans.set(key, { at: Math.min(before.at, at), ended: Math.max(before.ended, ended) })
      }
    },
    isBefore(text, other) {
      const spansOf = (each: string) => keysIn(each).flatMap((key) => spans.get(key) ?? times.get(key) ?? [])
      const [earlier, later] = [spansOf(text), spansOf(other)]
      return earlier.length > 0 && later.length > 0 && earlier.every(({ ended }) => later.every(({ at }) => ended < at))
    },
    areOfOneTime(text, other) {
      const timesOf = (each: string) => keysIn(each).flatMap((key) => times.get(key) ?? [])
      return timesOf(text).some((one) => timesOf(other).some((two) => one.at < two.ended && two.at < one.ended))
    },
    checkpoint() {
      const count = added.length
      return () => {
        for (const [here, there] of added.splice(count)) {
          ours.delete(here)
          real.delete(there)
        }
      }
    },
  }
  return pairs
}

/** Groups of ids and calls that concern the same record. */
export interface Families {
  join(members: readonly string[]): void
  /** Returns the name of the group that an id or call belongs to. */
  of(member: string): string
}

export function createFamilies(): Families {
  const parents = new Map<string, string>()
  const of = (member: string): string => {
    let name = member
    for (let parent = parents.get(name); parent !== undefined && parent !== name; parent = parents.get(name)) name = parent
    return name
  }
  return {
    of,
    join([first, ...others]) {
      if (first === undefined) return
      for (const each of others) if (of(each) !== of(first)) parents.set(of(each), of(first))
    },
  }
}
