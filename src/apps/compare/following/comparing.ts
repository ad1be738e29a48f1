/** Compares the reply of the real service with ours: each difference has a kind and a place. */
import { bytesDifferences, type Difference, jsonOrText, replyDifferences, sameText, shapeOf } from '../../../control/compare.ts'
import type { CallHeaders } from '../../../service/wire/call.ts'
import { isObject } from '../../../service/wire/json.ts'
import type { Kind, RealReply } from '../exchange.ts'
import type { Pairs } from './pairing.ts'
import type { OurReply } from './world.ts'

export interface Found {
  readonly kind: Kind
  /** The member, without the numbers of list entries: `items[].id`. */
  readonly where: string
  readonly there: unknown
  readonly here: unknown
}

interface Compared {
  readonly differences: readonly Found[]
  /** Entries of lists that no reply of this client brought. */
  readonly known: number
}

/** Differences that are told of one reply. */
const most = 20
/** Headers of Standin alone, and those that tell lengths and times. */
const ofServer = /^(?:x-standin-|ratelimit|retry-after$|set-cookie$|content-encoding$|vary$)/
/** The live services give these in no order. */
const unordered = /history$|^recipients$/i

export function compareReplies(ours: OurReply, real: RealReply, pairs: Pairs, base: string): Compared {
  // Behind a gateway, the service may name itself by another host.
  const itself = URL.parse(String(real.headers.location ?? ''))?.origin
  const { origin, pathname } = new URL(base)
  const own = itself === undefined || itself === 'null' ? [] : [itself + pathname.replace(/\/$/, ''), itself]
  const bases = [...new Set([base, ...own, origin])]
  const same = (expected: string, got: string) =>
    sameText(expected, pairs.numbersToOurs(got), { times: false, bases: { recorded: bases, here: bases }, pair: pairs.pair })
  const [text, other] = [textIn(ours.body), real.body && textIn(real.body)]
  const isText = text !== undefined && (real.body === undefined || other !== undefined)
  const [mine, theirs] = [isText ? jsonOrText(text) : undefined, other === undefined ? undefined : jsonOrText(other)]
  if (ours.status === real.status && isObjectOrList(mine) && theirs !== undefined && typeof theirs !== typeof mine)
    return { differences: [{ kind: 'not-json', where: 'body', there: theirs, here: mine }], known: 0 }
  const aligned = theirs === undefined ? undefined : align(mine, theirs, pairs)
  // A recording without any header of a reply does not contain them.
  const isRecorded = Object.keys(real.headers).length > 0
  const headers = joined(Object.fromEntries(Object.entries(ours.headers).filter(([name]) => isRecorded && !ofServer.test(name))))
  const raw = replyDifferences(
    { status: ours.status, headers, text: isText ? JSON.stringify(mine) : undefined },
    { status: real.status, headers: joined(real.headers), text: aligned && JSON.stringify(aligned.value) },
    { same, isOther: true },
  )
  const bytes = isText || !real.body || ours.status !== real.status ? [] : bytesDifferences(sized(ours.body), sized(real.body))
  const orders = ours.status === real.status ? (aligned?.orders ?? []) : []
  return {
    differences: [...[...raw, ...bytes].map(foundOf), ...orders].slice(0, most),
    known: aligned?.known ?? 0,
  }
}

/** A list of values and one value with commas mean the same. */
const joined = (headers: CallHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value === undefined ? value : [value].flat().join(', ')]))
const sized = (bytes: Uint8Array) => ({ size: bytes.byteLength, sha256: Buffer.from(bytes).toString('base64') })
const isObjectOrList = (value: unknown) => typeof value === 'object' && value !== null

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Undefined for bytes that are not UTF-8. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

function foundOf({ where, expected, got }: Difference): Found {
  const name = where.replace(/\[\d+\]/g, '[]').replace(/^body\./, '')
  const told = (kind: Kind) => ({ kind, where: name, there: got, here: expected })
  if (where === 'status') return told('status')
  if (where.startsWith('headers.')) return told('header')
  if (where.startsWith('body,')) return { ...told('value'), there: 'other bytes', here: 'these bytes' }
  if (expected === undefined) return told('extra')
  if (got === undefined) return told('missing')
  if (typeOf(expected) !== typeOf(got)) return told('type')
  return told(/(?:^|\.)code$/.test(name) ? 'code' : 'value')
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

interface Aligned {
  readonly value: unknown
  readonly orders: readonly Found[]
  readonly known: number
}

/** The real value with its lists in our order, where they have the same entries. Entries that no reply brought are left out. */
function align(ours: unknown, real: unknown, pairs: Pairs): Aligned {
  const orders: Found[] = []
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
