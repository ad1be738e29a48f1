/** The address within the dashboard, what stands behind `#`, such as `#/calls/17?status=4xx`, and the keys of pages and shell, which `?` lists. */
import { computed, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'

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
  const pageParts = places[kind]
  return pageParts === undefined ? storyHref(id) : hrefOf([...pageParts, id])
}

/** Everything that belongs to an id or a name, in the order of time. */
export const storyHref = (id: string): string => hrefOf(['search'], { text: id })

export interface KeyAct {
  /** A key as it is typed, or two after each other: `/`, `g t`, `Escape`. */
  readonly keys: string
  /** What it does, for the list. */
  readonly does: string
  act(): void
}

/** The newest comes last, and wins. */
const known = signal<readonly KeyAct[]>([])

/** All keys that do something now, without those that another took over. */
export const keyActs = (): KeyAct[] => [...new Map(known.value.map((each) => [each.keys, each])).values()]

/** Binds keys while a component is there. `acts` must be the same array while it says the same (`useMemo`). */
export function useKeys(acts: readonly KeyAct[]): void {
  useEffect(() => {
    known.value = [...known.peek(), ...acts]
    return () => {
      known.value = known.peek().filter((each) => !acts.includes(each))
    }
  }, [acts])
}

/** Milliseconds in which the second of two keys must come. */
const patience = 1_500
let first = ''
let firstAt = 0

function pressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (isTyping(event.target) && event.key !== 'Escape') return
  const pair = first !== '' && event.timeStamp - firstAt < patience ? `${first} ${event.key}` : ''
  const acts = keyActs()
  const keyAct = acts.find(({ keys }) => keys === pair) ?? acts.find(({ keys }) => keys === event.key)
  first = keyAct ? '' : event.key
  firstAt = event.timeStamp
  if (!keyAct) return
  event.preventDefault()
  keyAct.act()
}

/** A dialog keeps the keys for itself, too. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|select|textarea)$/i.test(target.tagName))
}

export const listenToKeys = (): void => document.addEventListener('keydown', pressed)

/** Closes what is open beside a list: it leads to `back`, by Escape, too, while `isOpen` is true. `what` is named in the list of keys. */
export function useLeave(what: string, back: string, isOpen: boolean): () => void {
  const leave = () => go(back, { replace: true })
  useKeys(useMemo<KeyAct[]>(() => (isOpen ? [{ keys: 'Escape', does: `Close ${what}`, act: leave }] : []), [back, isOpen]))
  return leave
}

/**
 * One entry of a list, opened beside it. `what` is named in the list of keys. Escape leaves, while an entry is open; the query of the list
 * stays.
 */
export function useOpened(page: string, what: string, open: string | undefined) {
  const given = Object.fromEntries(address.value.query)
  return { given, leave: useLeave(`the ${what}`, hrefOf([page], given), open !== undefined) }
}
