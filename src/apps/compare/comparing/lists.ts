/** Sorts the lists in a real reply into our order, and removes entries made by other clients. */
import { shapeOf } from '../../../control/compare.ts'
import { isObject } from '../../../service/wire/json.ts'
import type { Difference } from '../exchange.ts'
import { selfLink } from './operation.ts'
import type { Pairs } from './pairing.ts'

/** The live services return these lists in no particular order. */
const unordered = /history$|^recipients$/i

/** Placeholder for an entry that only the other list contains. */
export const gap = '\u0000'

export interface Aligned {
  /** Both values, with matching list entries at the same positions. */
  readonly ours: unknown
  readonly real: unknown
  readonly orders: readonly Difference[]
  /** Number of list entries made by other clients. */
  readonly strangers: number
}

interface ListOptions {
  /** The length of a full page. Entries at its ends depend on the order, so entries without a counterpart are not reported. */
  readonly page?: number | undefined
  /** True if entries that only the world has may belong after the end of the real list. */
  readonly isOpen?: boolean
  /** The sort direction of a list ordered by changes at the service; undefined for a list ordered by creation. */
  readonly byChange: 'rising' | 'falling' | undefined
}

export function align(
  ours: unknown,
  real: unknown,
  pairs: Pairs,
  { page = Number.POSITIVE_INFINITY, isOpen = false, byChange }: ListOptions,
): Aligned {
  const orders: Difference[] = []
  let strangers = 0

  function walk(here: unknown, there: unknown, where: string, name: string): [here: unknown, there: unknown] {
    // Subscriptions have numbers as ids.
    if (name === 'id' && Number.isInteger(here) && Number.isInteger(there))
      return [here, pairs.pair(`#${Number(here)}`, `#${Number(there)}`) ? here : there]
    if (name === 'sequenceNumber' && Number.isInteger(here) && Number.isInteger(there)) return [here, here]
    if (Array.isArray(here) && Array.isArray(there)) return walkList(here, there, where, name)
    if (!isObject(here) || !isObject(there)) return [here, there]
    const before = strangers
    const members = Object.entries(there).map(([name, each]) => {
      // Some member names contain an id that the client has sent.
      const member = pairs.toOurs(name)
      const own = Object.hasOwn(here, member) ? here[member] : undefined
      // Equal events can be in any order, so a different id is not a difference.
      if (member === 'id' && 'specversion' in here && typeof own === 'string' && pairs.pair(own, String(each)) !== undefined)
        return [member, own, own] as const
      return [member, ...walk(own, each, where === '' ? member : `${where}.${member}`, member)] as const
    })
    // A count next to the list includes other clients' entries, so they are subtracted.
    const left = strangers - before
    const counted = (member: string, each: unknown) =>
      left > 0 && /count|total/i.test(member) && typeof each === 'number' ? each - left : each
    return [
      { ...here, ...Object.fromEntries(members.flatMap(([member, own]) => (Object.hasOwn(here, member) ? [[member, own]] : []))) },
      Object.fromEntries(members.map(([member, , each]) => [member, counted(member, each)])),
    ]
  }

  function walkList(here: readonly unknown[], there: readonly unknown[], where: string, name: string): [unknown[], unknown[]] {
    const { matched, mine, theirs } = match(here, there, pairs)
    const places = matched.map(([, at]) => at)
    const isSorted = unordered.test(name) || isInSequence(there)
    if (!isSorted && isOtherOrder(places, there, (first, second) => mayPrecede(first, second, pairs, byChange)))
      orders.push({ kind: 'order', where: where === '' ? 'body' : where, there, here })
    const isPage = where === '' && there.length >= page
    const surplus = theirs.length - mine.length
    const unknown = surplus > 0 ? theirs.filter((at) => isStranger(there[at], pairs)).slice(-surplus) : []
    strangers += unknown.length
    const rest = theirs.filter((at) => !unknown.includes(at))
    const pairsOfEntries = [...matched]
    const alone: number[] = []
    for (const one of mine) {
      const at = rest.findIndex((other) => mayBelong(here[one], there[other], pairs))
      const [other] = at < 0 ? [] : rest.splice(at, 1)
      if (other === undefined) alone.push(one)
      else pairsOfEntries.push([one, other])
    }
    const entries = (isPage ? matched : pairsOfEntries).map(([one, other]) => walk(here[one], there[other], `${where}[]`, ''))
    const others = isPage || (isOpen && where === '') ? [] : alone
    const extra = isPage ? [] : rest
    // Unmatched entries come last, each paired with a gap.
    return [
      [...entries.map(([one]) => one), ...others.map((at) => here[at]), ...extra.map(() => gap)],
      [...entries.map(([, other]) => other), ...others.map(() => gap), ...extra.map((at) => there[at])],
    ]
  }

  const [mine, theirs] = walk(ours, real, '', '')
  return { ours: mine, real: theirs, orders, strangers }
}

/** True if the entries have ascending sequence numbers or times, which follow the order of changes at the service. */
function isInSequence(list: readonly unknown[]): boolean {
  const placeOf = (each: unknown) =>
    isObject(each) ? (each.sequenceNumber ?? (each.specversion === undefined ? undefined : each.time)) : undefined
  const numbers = list.map((each) => Number(new Date((placeOf(each) as string | number | undefined) ?? Number.NaN)))
  return list.length > 0 && numbers.every((each, nth) => nth === 0 || each >= (numbers[nth - 1] ?? 0))
}

/** True if the first entry may precede the second in a real list, because the world makes changes later and in a different order. */
function mayPrecede(first: string, second: string, pairs: Pairs, byChange: ListOptions['byChange']): boolean {
  if (byChange === undefined) return pairs.areOfOneTime(first, second)
  return byChange === 'rising' ? !pairs.isBefore(second, first) : !pairs.isBefore(first, second)
}

/** Maximum number of entries whose order is checked. */
const mostCompared = 500

/** True if matching entries are in a different order. `places`: the indexes of the real entries, in the world's order. */
function isOtherOrder(places: readonly number[], there: readonly unknown[], mayBe: (first: string, second: string) => boolean): boolean {
  if (places.every((at, nth) => nth === 0 || at > (places[nth - 1] ?? 0))) return false
  const texts = there.map((each) => JSON.stringify(each) ?? '')
  return places
    .slice(0, mostCompared)
    .some((at, nth) => places.slice(nth + 1, mostCompared).some((other) => other < at && !mayBe(texts[other] ?? '', texts[at] ?? '')))
}

/** True for an entry that contains ids, but none that this client's calls or their replies have contained before. */
function isStranger(entry: unknown, pairs: Pairs): boolean {
  const keys = pairs.keysIn(JSON.stringify(entry) ?? '')
  const all = isObject(entry) && Number.isInteger(entry.id) ? [...keys, `#${String(entry.id)}`] : keys
  return all.length > 0 && !all.some(pairs.isKnown)
}

/** Matches entries that are equal, and then entries that contain the same known id. */
function match(here: readonly unknown[], there: readonly unknown[], pairs: Pairs) {
  const [ours, real] = [here.map((each) => pairs.toReal(JSON.stringify(each) ?? '')), there.map((each) => JSON.stringify(each) ?? '')]
  const matched = new Map<number, number>()
  const taken = new Set<number>()
  const byKey = ([mine, theirs]: [readonly (string | undefined)[], readonly (string | undefined)[]]) => {
    const places = new Map<string, number[]>()
    for (const [at, key] of theirs.entries()) if (key !== undefined && !taken.has(at)) places.set(key, [...(places.get(key) ?? []), at])
    for (const [at, key] of mine.entries()) {
      const other = key === undefined || matched.has(at) ? undefined : places.get(key)?.shift()
      if (other === undefined) continue
      matched.set(at, other)
      taken.add(other)
    }
  }
  byKey([ours.map((text) => keyOf(text, pairs)), real.map((text) => keyOf(text, pairs))])
  const areEvents = here.every((each) => isObject(each) && 'specversion' in each)
  if (matched.size < ours.length && !areEvents) byKey([ours.map((text) => knownIn(text, pairs)), real.map((text) => knownIn(text, pairs))])
  return {
    /** Indexes of entries that match, in the world's order. */
    matched: [...matched].toSorted(([one], [other]) => one - other),
    /** Indexes of the world's entries without a match. */
    mine: [...ours.keys()].filter((at) => !matched.has(at)),
    theirs: [...real.keys()].filter((at) => !taken.has(at)),
  }
}

/** True unless the entries are events, or contain ids of two different known records. */
function mayBelong(here: unknown, there: unknown, pairs: Pairs): boolean {
  const [one, other] = [pairs.toReal(JSON.stringify(here) ?? ''), JSON.stringify(there) ?? ''].map((text) => knownIn(text, pairs))
  return !(isObject(here) && 'specversion' in here) && (one === undefined || other === undefined || one === other)
}

const knownIn = (json: string, pairs: Pairs) => pairs.keysIn(json).find(pairs.isKnown)

/** Returns the same key for list entries that differ only in times, origins, unknown ids and the order of their members. */
function keyOf(json: string, pairs: Pairs): string {
  const marked = json
    .replace(selfLink, '')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, (id) => (pairs.isKnown(id) ? id.toLowerCase().replaceAll('-', '.') : id))
  return shapeOf(JSON.stringify(sorted(JSON.parse(marked))))
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .toSorted()
            .map((name) => [name, sorted(value[name])]),
        )
      : value
