/** Adapts pages of the status feed, whose numbers and order depend on other clients of the real service. */
import { isObject } from '../../../service/wire/json.ts'
import type { Exchange } from '../exchange.ts'
import type { Pairs } from './pairing.ts'

/** Milliseconds until the world shows a new entry. */
export const feedDelay = 2_100
/** Milliseconds after a change during which its entry may still be missing from the real feed. */
const young = 10_000
const largestPage = 500

const isFeed = (url: string): boolean => /\/future\/shipment\/feed(?:$|\?)/i.test(url)

/** Returns undefined for other operations, and for queries that the service refuses. */
export function feedPage({ url, method }: Pick<Exchange, 'url' | 'method'>) {
  if (method !== 'GET' || !isFeed(url)) return undefined
  const query = [...new URLSearchParams(url.split('?')[1] ?? '')].map(([name, value]) => [name.toLowerCase(), value] as const)
  const valuesOf = (wanted: string) => query.flatMap(([name, value]) => (name === wanted ? value : []))
  const [[seq = '0', ...more], [size = String(largestPage), ...others]] = [valuesOf('seq'), valuesOf('pagesize')]
  const orders = valuesOf('orderby')
  if (more.length + others.length > 0 || orders.length > 1 || !orders.every((each) => /^(?:asc|desc)$/i.test(each))) return undefined
  if (![seq, size].every((each) => /^\d{1,9}$/.test(each))) return undefined
  return { seq: Number(seq), size: Math.min(largestPage, Math.max(1, Number(size))) }
}

/** Returns the URL of all entries. {@link entriesOfPage} then selects those on the page. */
export function wholeFeed(exchange: Pick<Exchange, 'url' | 'method'>): string {
  const order = /[?&]orderby=desc(?:$|&)/i.test(exchange.url) ? '&orderBy=desc' : ''
  return feedPage(exchange) ? `${exchange.url.split('?', 1)[0]}?seq=0&pageSize=${largestPage}${order}` : exchange.url
}

/** Returns the world's entries that belong on the real page. */
export function entriesOfPage(ours: unknown, real: unknown, exchange: Exchange, pairs: Pairs): unknown {
  const page = feedPage(exchange)
  if (!page || !Array.isArray(ours) || !Array.isArray(real)) return ours
  const text = JSON.stringify(real).toLowerCase()
  const isFull = real.length >= page.size
  return ours.filter((entry) => {
    if (!isObject(entry)) return true
    const id = pairs.toReal(String(entry.shipmentId)).toLowerCase()
    if (text.includes(id)) return true
    const isYoung = Date.parse(String(entry.lastUpdate)) > exchange.at - young
    return !isFull && !isYoung && page.seq === 0
  })
}
