/** Adapts pages of events, because the real service counts events that the client may not see, and publishes in a different order. */
import { isObject, parseJson } from '../../../service/wire/json.ts'
import { utf8 } from '../../../service/wire/text.ts'
import type { Exchange } from '../exchange.ts'
import { textIn } from './contents.ts'
import type { Pairs } from './pairing.ts'
import type { Circumstances, OurReply, Request } from './simulator.ts'
import type { ComparedWorld } from './world.ts'

const largestPage = 1_000
const usualSize = 50

/** Returns undefined for other operations, and for unusual queries. */
function eventPage({ url, method }: Pick<Exchange, 'url' | 'method'>) {
  if (method !== 'GET' || !/\/events\/api\/v1\/events\?/i.test(url)) return undefined
  const query = [...new URLSearchParams(url.split('?')[1] ?? '')].map(([name, value]) => [name.toLowerCase(), value] as const)
  const valuesOf = (wanted: string) => query.flatMap(([name, value]) => (name === wanted ? value : []))
  const [[size = '0', ...more], [after, ...others]] = [valuesOf('size'), valuesOf('after')]
  if (!after || more.length + others.length > 0 || !/^\d{1,9}$/.test(size)) return undefined
  return { size: Math.min(Number(size) || usualSize, largestPage), after }
}

const sizeIn = /([?&]size=)(\d*)(?=&|$)/i

/** Returns the URL of all events in the world. {@link eventsOfPage} then selects those on the page. */
export function allEvents(exchange: Pick<Exchange, 'url' | 'method'>, pairs: Pairs): string {
  const page = eventPage(exchange)
  if (!page) return exchange.url
  const url = sizeIn.test(exchange.url) ? exchange.url.replace(sizeIn, `$1${largestPage}`) : `${exchange.url}&size=${largestPage}`
  return pairs.isKnown(page.after) ? withAfter(url, '0') : url
}

const withAfter = (url: string, id: string) => url.replace(/([?&]after=)[^&]*/i, `$1${id}`)

/** Returns the URL of the events that follow those in the world's reply, or undefined if the reply has no events. */
function moreEvents(exchange: Exchange, url: string, events: unknown): string | undefined {
  const last = Array.isArray(events) ? events.at(-1) : undefined
  return eventPage(exchange) && isObject(last) ? withAfter(url, String(last.id)) : undefined
}

/** Returns the world's `next` header with the page size from the client's query. */
export function nextOfPage(next: string, { url }: Exchange): string {
  const [, , size] = sizeIn.exec(url) ?? []
  return next.replace(sizeIn, size === undefined ? '' : `$1${size}`)
}

/**
 * Returns the world's events that may be on the real page. `isOpen`: true if the real page may end before some of these events.
 * `published`: the number of events in the world.
 */
export function eventsOfPage(
  ours: unknown,
  real: unknown,
  exchange: Exchange,
  { pairs, published }: { readonly pairs: Pairs; readonly published: number },
): { readonly events: unknown; readonly isOpen: boolean } {
  const page = eventPage(exchange)
  if (!page || !Array.isArray(ours) || !Array.isArray(real)) return { events: ours, isOpen: false }
  const isFirst = page.after === '0'
  const isOpen = published >= page.size || !(isFirst || pairs.isKnown(page.after))
  const text = JSON.stringify(real).toLowerCase()
  const isRead = (event: unknown) => isObject(event) && pairs.isKnown(pairs.toReal(String(event.id)))
  const events = ours.filter((event) => {
    if (!isOpen) return isFirst || !isRead(event) || text.includes(pairs.toReal(String(event.id)).toLowerCase())
    const keys = pairs.keysIn(pairs.toReal(JSON.stringify(event)))
    return keys.length === 0 || keys.some((key) => text.includes(key))
  })
  return { events, isOpen }
}

/** Maximum number of pages to read. */
const mostPages = 20

/** Returns undefined for a reply that is not a list. */
function listIn({ status, body }: OurReply): unknown[] | undefined {
  const value = status === 200 && body instanceof Uint8Array ? parseJson(textIn(body) ?? '') : undefined
  return Array.isArray(value) ? value : undefined
}

/** Returns a reply with all of the world's events, because the real service's pages may end at other events. */
export async function carryWhole(
  world: ComparedWorld,
  exchange: Exchange,
  request: Request,
  circumstances: Circumstances,
): Promise<OurReply> {
  const first = await world.carry(request, circumstances)
  const entries = first.published > largestPage ? listIn(first) : undefined
  if (!entries) return first
  for (let [pages, page] = [1, entries]; page && pages < mostPages; pages++) {
    const url = moreEvents(exchange, request.url, page)
    if (url === undefined) break
    page = listIn(await world.carry({ ...request, url }, circumstances)) ?? []
    entries.push(...page)
  }
  return { ...first, body: utf8(JSON.stringify(entries)) }
}
