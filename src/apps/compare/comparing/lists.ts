/** Brings the lists of a real reply into our order, and leaves out entries that other clients made. */
import { shapeOf } from '../../../control/compare.ts'
import { isObject } from '../../../service/wire/json.ts'
import type { Difference } from '../exchange.ts'
import type { Pairs } from './pairing.ts'

/** The live services give these in no order. */
const unordered = /history$|^recipients$/i

export interface Aligned {
  readonly value: unknown
  readonly orders: readonly Difference[]
  readonly known: number
}

/** The real value with its lists in our order, where they have the same entries. Entries that no reply brought are left out. */
export function align(ours: unknown, real: unknown, pairs: Pairs): Aligned {
  const orders: Difference[] = []
  let known = 0
  function walk(here: unknown, there: unknown, where: string, name: string): unknown {
    // The number of a subscription.
    if (name === 'id' && Number.isInteger(here) && Number.isInteger(there))
      return pairs.pair(`#${Number(here)}`, `#${Number(there)}`) ? here : there
    if (Array.isArray(here) && Array.isArray(there)) {
      const entries = inOurOrder(here, there, where, name)
      return entries.map((each, at) => walk(here[at], each, `${where}[]`, ''))
    }
    if (!isObject(here) || !isObject(there)) return there
    return Object.fromEntries(
      Object.entries(there).map(([member, each]) => [
        member,
        walk(Object.hasOwn(here, member) ? here[member] : undefined, each, where === '' ? member : `${where}.${member}`, member),
      ]),
    )
  }
  function inOurOrder(here: readonly unknown[], list: readonly unknown[], where: string, name: string): readonly unknown[] {
    const isStranger = (each: unknown) => pairs.unknownIn(JSON.stringify(each)).length > 0
    const strangers = list.length > here.length ? list.filter(isStranger) : []
    const isShared = strangers.length === list.length - here.length && strangers.length > 0
    const there = isShared ? list.filter((each) => !isStranger(each)) : list
    if (isShared) known += strangers.length
    const [mine, theirs] = [
      here.map((each) => keyOf(pairs.toReal(JSON.stringify(each)), pairs)),
      there.map((each) => keyOf(JSON.stringify(each), pairs)),
    ]
    if (mine.length !== theirs.length || mine.every((key, at) => key === theirs[at])) return there
    const left = [...there.keys()]
    const sorted = mine.map((key) => {
      const at = left.findIndex((each) => theirs[each] === key)
      return at < 0 ? undefined : left.splice(at, 1)[0]
    })
    if (unordered.test(name)) {
      const rest = [...left]
      return sorted.map((at) => there[at ?? (rest.shift() as number)])
    }
    if (sorted.includes(undefined)) return there
    orders.push({ kind: 'order', where: where === '' ? 'body' : where, there, here })
    return sorted.map((at) => there[at as number])
  }
  return { value: walk(ours, real, '', ''), orders, known }
}

/** An entry of a list, without times, with sorted members, and with those ids alone that are known. */
function keyOf(json: string, pairs: Pairs): string {
  const marked = json.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, (id) =>
    pairs.isKnown(id) ? id.toLowerCase().replaceAll('-', '.') : id,
  )
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
