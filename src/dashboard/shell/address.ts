/** The address within the dashboard: what stands behind `#`, such as `#/calls/17?status=4xx`. */
import { computed, signal } from '@preact/signals'

interface Address {
  /** The parts of the path, decoded: `['calls', '17']`. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
}

/** What every page gets. */
export interface PageProps {
  /** The parts of the address after the page: `['17']` for `#/calls/17`. */
  readonly rest: readonly string[]
}

function readAddress(): Address {
  const [path = '', query = ''] = splitOnce(location.hash.replace(/^#\/?/, ''), '?')
  return { segments: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** A broken escape is shown as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const address = signal(readAddress())
addEventListener('hashchange', () => {
  address.value = readAddress()
})

type Query = Readonly<Record<string, string | undefined>>

/** A link within the dashboard: `hrefOf(['calls', id], { status: '4xx' })`. */
export function hrefOf(segments: readonly string[], query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]))
  const search = new URLSearchParams(given).toString()
  return `#/${segments.map((each) => encodeURIComponent(each.toWellFormed())).join('/')}${search && `?${search}`}`
}

/** Goes to a place of the dashboard. `replace`: the step before is not kept for the way back. */
export function go(href: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(null, '', href)
    address.value = readAddress()
  } else location.hash = href
}

/** A value of the query, and how to set it: for filters, so that a link shows what its sender saw. */
export function useQueryValue(name: string): readonly [value: string, set: (value: string) => void] {
  const { query } = address.value
  return [query.get(name) ?? '', (value) => setQuery({ [name]: value })]
}

/** Sets values of the query and keeps the others. */
export function setQuery(values: Query): void {
  const { segments, query } = address.value
  go(hrefOf(segments, { ...Object.fromEntries(query), ...values }), { replace: true })
}

/** The first part of the path, which says the page. */
export const pagePath = computed(() => address.value.segments[0] ?? '')

/** The address of the kinds of records that have a page, before their id. */
const places: Readonly<Record<string, readonly string[]>> = {
  call: ['calls'],
  job: ['calls'],
  message: ['messages'],
  shipment: ['orders'],
  fileTransfer: ['files'],
  event: ['events'],
  delivery: ['events', 'deliveries'],
}

/** Where a record is shown: on its page, or as its story where it has no page. */
export function recordHref(kind: string, id: string): string {
  const place = places[kind]
  return place === undefined ? storyHref(id) : hrefOf([...place, id])
}

/** Everything that belongs to an id or a name, in the order of time. */
export const storyHref = (id: string): string => hrefOf(['search'], { text: id })
