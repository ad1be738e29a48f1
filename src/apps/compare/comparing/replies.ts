/** Compares the real reply with the world's, and classifies each difference. */
import { createHash } from 'node:crypto'
import {
  bytesDifferences,
  guids,
  jsonOrText,
  type Difference as RawDifference,
  replyDifferences,
  sameText,
} from '../../../control/compare.ts'
import type { CallHeaders } from '../../../service/wire/call.ts'
import type { Difference, Digest, Exchange, Kind } from '../exchange.ts'
import type { Prepared } from './call.ts'
import { textIn } from './contents.ts'
import { eventsOfPage, nextOfPage } from './events.ts'
import { entriesOfPage } from './feed.ts'
import { align, gap } from './lists.ts'
import { selfLink } from './operation.ts'
import type { Pairs } from './pairing.ts'
import type { OurReply } from './simulator.ts'
import { isEntryAlone } from './statuses.ts'

interface Compared {
  readonly differences: readonly Difference[]
  /** Names of headers that only the real reply has. */
  readonly added: readonly string[]
  /** If the reply is a list, its entries that differ, as JSON with real ids. */
  readonly about: readonly string[]
}

/** Headers that are not compared: Standin's own, connection and browser headers, and those with lengths and times. */
const ofServer =
  /^(?:x-standin-.*|ratelimit.*|retry-after|set-cookie|content-encoding|content-length|vary|date|server|connection|keep-alive|transfer-encoding|trailer|access-control-.*)$/

/** `lacks`: headers that the source does not contain. */
export function compareReplies(
  ours: OurReply,
  real: NonNullable<Prepared['reply']>,
  pairs: Pairs,
  exchange: Exchange,
  lacks: ReadonlySet<string>,
): Compared {
  const { base, broken, method } = exchange
  // Behind a gateway, the service may use a different host name in its links.
  const itself = URL.parse(String(real.headers.location ?? ''))?.origin
  const { origin, pathname } = new URL(base)
  const own = itself === undefined || itself === 'null' ? [] : [itself + pathname.replace(/\/$/, ''), itself]
  const linked = ownOrigins(real.body)
  const bases = [...new Set([base, ...own, ...linked.map((each) => each + pathname.replace(/\/$/, '')), ...linked, origin])]
  const same = (expected: string, got: string) =>
    sameText(expected, pairs.numbersToOurs(got), { times: false, bases: { recorded: bases, here: bases }, pair: pairs.pair })
  const hasBody = method !== 'HEAD'
  const [text, other] = hasBody ? [textIn(ours.body), textIn(real.body)] : ['', '']
  const isText = text !== undefined && (real.body === undefined || other !== undefined)
  const [all, theirs] = [isText ? jsonOrText(text) : undefined, other === undefined ? undefined : jsonOrText(other)]
  const { events: mine, isOpen } = eventsOfPage(all, theirs, exchange, { pairs, published: ours.published })
  const isSameStatus = ours.status === real.status
  if (isSameStatus && !broken && isObjectOrList(mine) && theirs !== undefined && typeof theirs !== typeof mine)
    return { differences: [{ kind: 'not-json', where: 'body', there: theirs, here: mine }], added: [], about: [] }
  const aligned =
    theirs === undefined || broken
      ? undefined
      : align(entriesOfPage(mine, theirs, exchange, pairs), theirs, pairs, { page: pageOf(exchange), isOpen, byChange: byChange(exchange) })
  // If a recorded reply has no headers at all, the recording program does not store reply headers.
  const isRecorded = Object.keys(real.headers).length > 0
  const isCompared = (name: string) => !ofServer.test(name) && !lacks.has(name)
  const headers = Object.fromEntries(
    Object.entries(withNext(ownHeaders(ours, mine, exchange), all)).filter(([name]) => isRecorded && isCompared(name)),
  )
  const raw = replyDifferences(
    { status: ours.status, headers, text: isText ? JSON.stringify(aligned ? aligned.ours : mine) : undefined },
    { status: real.status, headers: withNext(joined(real.headers), theirs), text: aligned && JSON.stringify(aligned.real) },
    { same, isOther: true },
  )
  const bytes = isText || !real.body || !isSameStatus || broken ? [] : bytesDifferences(digestIn(ours.body), digestIn(real.body))
  const orders = isSameStatus ? (aligned?.orders ?? []) : []
  const cut: Difference[] =
    broken === 'service' && isSameStatus
      ? [{ kind: 'connection', where: 'body', there: 'an incomplete reply', here: 'a complete reply' }]
      : []
  const strangers = aligned?.strangers ?? 0
  const merged = [...[...raw, ...bytes].map(differenceOf), ...orders, ...cut]
  const isOtherPage = merged.some(isEntryAlone) || (Array.isArray(mine) && Array.isArray(theirs) && mine.length !== theirs.length)
  const differences = merged.filter((each) => (strangers === 0 || !isOfPage(each)) && !(isOtherPage && each.where === 'headers.next'))
  // Entries that only the world has are left out, because running more jobs cannot remove them.
  const entries = raw
    .flatMap(({ where, got }) => (got === undefined || got === gap ? [] : (/^body\[(\d+)\]/.exec(where)?.[1] ?? [])))
    .map(Number)
  const entryOf = (list: unknown, at: number) => (Array.isArray(list) ? (JSON.stringify(list[at]) ?? '') : '')
  return {
    about: [...new Set(entries)].map((at) => pairs.toReal(entryOf(aligned?.ours, at)) + entryOf(aligned?.real, at)),
    differences,
    added:
      isSameStatus && strangers === 0
        ? Object.keys(real.headers).filter(
            (name) => !ofServer.test(name) && ours.headers[name] === undefined && !(isOtherPage && name === 'next'),
          )
        : [],
  }
}

/** Returns the sort direction of a search by status, which is sorted by when each file reached the status; otherwise undefined. */
function byChange({ url }: Exchange): 'rising' | 'falling' | undefined {
  const [path = '', query = ''] = url.split('?', 2)
  if (!/\/filetransfer$/i.test(path) || !/(?:^|&)status=/i.test(query)) return undefined
  return /[?&]orderAscending=true/i.test(url) ? 'rising' : 'falling'
}

/** Returns the length of a full page of file transfers; undefined for other lists. */
const pageOf = ({ url }: Exchange): number | undefined => (/\/broker\/api\/v1\/filetransfer(?:$|\?)/i.test(url) ? mostFound : undefined)

/** Maximum number of file transfers in a search result. Source: file-transfer §4.3. */
const mostFound = 100

/** True for differences at the end of a page, which depend on other clients' entries. */
const isOfPage = ({ kind, where }: Difference) => (kind === 'missing' && where.endsWith('[]')) || where === 'headers.next'

/** Adapts the world's `next` header, because the world returned all events instead of one page. */
function ownHeaders({ headers }: OurReply, events: unknown, exchange: Exchange) {
  const { next, ...others } = joined(headers)
  return next === undefined || (Array.isArray(events) && events.length === 0) ? others : { ...others, next: nextOfPage(next, exchange) }
}

/** Replaces the id of the page's last event in the `next` header, because equal events are interchangeable. */
function withNext<T extends Readonly<Record<string, unknown>>>(headers: T, body: unknown): T {
  const last = Array.isArray(body) ? body.at(-1) : undefined
  const id = typeof last === 'object' && last !== null && 'id' in last ? String(last.id) : ''
  return typeof headers.next === 'string' && guids().test(id) ? { ...headers, next: headers.next.replaceAll(id, '{last}') } : headers
}

const ownOrigins = (body: Uint8Array | Digest | undefined): string[] => [...new Set((textIn(body) ?? '').match(selfLink))]

/** Joins repeated headers, because a list of values is equivalent to one value with commas. */
const joined = (headers: CallHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value === undefined ? value : [value].flat().join(', ')]))
const digestIn = (body: Uint8Array | Digest): Digest =>
  body instanceof Uint8Array ? { size: body.byteLength, sha256: createHash('sha256').update(body).digest('hex') } : body
const isObjectOrList = (value: unknown) => typeof value === 'object' && value !== null

function differenceOf({ where, ...values }: RawDifference): Difference {
  const [expected, got] = [values.expected, values.got].map((value) => (value === gap ? undefined : value))
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
