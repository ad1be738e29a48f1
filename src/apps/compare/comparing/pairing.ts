/** Pairs the real service's ids with the world's ids, and tracks which ids belong to the same record. */
import { guids } from '../../../control/compare.ts'

export type Pairs = ReturnType<typeof createPairs>

/** Matches ids of subscriptions and partial uploads, which can be told apart from other numbers only by position. */
const numbers = () => /(?<=\/subscriptions?\/)\d+(?=$|[\s/?#"])|(?<="id":\s?)\d+(?=,\s*"endPoint":)|(?<=\/partial\/)[0-9a-f]{32}/gi
/** A faster pre-check for {@link numbers}. */
const mayHaveNumbers = (text: string) => /\/subscription|\/partial\/|"endPoint"/i.test(text)

export function createPairs() {
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
  const pairs = {
    /** True if the two ids are a pair. Two ids without counterparts become a pair. */
    pair(one: string, other: string) {
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
    /** Replaces real ids in a client's text with the world's ids. */
    toOurs: (text: string) => swap(text, real),
    /** Like {@link toOurs}, but only for subscription numbers. */
    numbersToOurs: (text: string) => swapNumbers(text, real),
    /** Replaces the world's ids in its own text with real ids. */
    toReal: (text: string) => swap(text, ours),
    /** Returns the ids in text from the client or the real service. */
    keysIn,
    get size() {
      return added.length
    },
    /** Returns the real ids in a text that have no counterpart in the world. */
    unknownIn: (text: string) => keysIn(text).filter((key) => !real.has(key)),
    /** Returns the ids in a text that no reply has contained so far. */
    unconfirmedIn: (text: string) => keysIn(text).filter((key) => !confirmed.has(key)),
    /** Returns the world's counterparts of the real ids in a text. */
    oursIn: (text: string) => keysIn(text).flatMap((key) => real.get(key) ?? []),
    isKnown: (id: string) => real.has(id.toLowerCase()),
    /** Pairs ids that the client chose with themselves. */
    chosen(text: string) {
      for (const [id] of text.matchAll(guids())) {
        const key = id.toLowerCase()
        if (!real.has(key) && !ours.has(key)) add(key, key)
      }
    },
    /** Excludes real ids from pairing, because the world lacks their records. */
    leave(ids: readonly string[]) {
      for (const id of ids) left.add(id)
    },
    /** Pairs the numbers in two URLs. */
    pairNumbers(here: string, there: string) {
      const [one, other] = [here, there].map((text) => text.match(numbers())?.at(-1))
      if (one !== undefined && other !== undefined) pairs.pair(`#${one}`, `#${other}`)
    },
    /** Unpairs a deleted subscription's number, because the service may use the number again. */
    forgetNumber(text: string) {
      const there = `#${text.match(numbers())?.at(-1)}`
      const here = real.get(there)
      if (here === undefined) return
      real.delete(there)
      ours.delete(here)
    },
    /** Sets the time of the call whose ids are paired next. */
    during(next: { readonly at: number; readonly ended: number }) {
      time = next
    },
    /** Notes that a call changed the records in a URL at this time. */
    changed(url: string, { at, ended }: { readonly at: number; readonly ended: number }) {
      for (const key of keysIn(url)) {
        const before = spans.get(key) ?? times.get(key) ?? { at, ended }
        spans.set(key, { at: Math.min(before.at, at), ended: Math.max(before.ended, ended) })
      }
    },
    /** True if all changes to the records in the first text ended before the records in the second text were created. */
    isBefore(text: string, other: string) {
      const spansOf = (each: string) => keysIn(each).flatMap((key) => spans.get(key) ?? times.get(key) ?? [])
      const [earlier, later] = [spansOf(text), spansOf(other)]
      return earlier.length > 0 && later.length > 0 && earlier.every(({ ended }) => later.every(({ at }) => ended < at))
    },
    /** True if the records with these ids were created by overlapping calls. */
    areOfOneTime(text: string, other: string) {
      const timesOf = (each: string) => keysIn(each).flatMap((key) => times.get(key) ?? [])
      return timesOf(text).some((one) => timesOf(other).some((two) => one.at < two.ended && two.at < one.ended))
    },
    /** Returns a function that removes all pairs made after this call. */
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
export type Families = ReturnType<typeof createFamilies>

export function createFamilies() {
  const parents = new Map<string, string>()
  const of = (member: string): string => {
    let name = member
    for (let parent = parents.get(name); parent !== undefined && parent !== name; parent = parents.get(name)) name = parent
    return name
  }
  return {
    /** Returns the name of the group that an id or call belongs to. */
    of,
    join([first, ...others]: readonly string[]) {
      if (first === undefined) return
      for (const each of others) if (of(each) !== of(first)) parents.set(of(each), of(first))
    },
  }
}
