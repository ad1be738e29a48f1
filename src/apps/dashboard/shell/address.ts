/** The address within the dashboard (the part after `#`, such as `#/calls/17?status=4xx`), and the keyboard shortcuts that `?` lists. */
import { computed, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { percentDecoded } from '../../../service/wire/text.ts'

interface Address {
  /** The decoded path segments, such as `['calls', '17']`. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
}

export interface PageProps {
  /** The path segments after the page, such as `['17']` for `#/calls/17`. */
  readonly rest: readonly string[]
}

function readAddress(): Address {
  const [path = '', query = ''] = splitOnce(location.hash.replace(/^#\/?/, ''), '?')
  return { segments: path.split('/').filter(Boolean).map(percentDecoded), query: new URLSearchParams(query) }
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

export const address = signal(readAddress())
addEventListener('hashchange', () => {
  address.value = readAddress()
})

type Query = Readonly<Record<string, string | undefined>>

/** Returns a link within the dashboard, as in `hrefOf(['calls', id], { status: '4xx' })`. */
export function hrefOf(segments: readonly string[], query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]))
  const search = new URLSearchParams(given).toString()
  return `#/${segments.map((each) => encodeURIComponent(each.toWellFormed())).join('/')}${search && `?${search}`}`
}

/** Navigates within the dashboard. `replace`: replaces the current entry in the browser's history. */
export function go(href: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(null, '', href)
    address.value = readAddress()
  } else location.hash = href
}

/** Returns a query value and its setter. Filters are stored in the query, so that a link reproduces the list. */
export function useQueryValue(name: string): readonly [value: string, set: (value: string) => void] {
  const { query } = address.value
  return [query.get(name) ?? '', (value) => setQuery({ [name]: value })]
}

/** Sets query values. Other values are unchanged. */
export function setQuery(values: Query): void {
  const { segments, query } = address.value
  go(hrefOf(segments, { ...Object.fromEntries(query), ...values }), { replace: true })
}

/** The first path segment, which determines the page. */
export const pagePath = computed(() => address.value.segments[0] ?? '')

/** The path before the id, for record kinds that have their own page. */
const places: Readonly<Record<string, readonly string[]>> = {
  call: ['calls'],
  job: ['calls'],
  message: ['messages'],
  shipment: ['orders'],
  fileTransfer: ['files'],
  event: ['events'],
  delivery: ['events', 'deliveries'],
}

/** Returns a link to a record's page, or to its story if it has no page. */
export function recordHref(kind: string, id: string): string {
  const pageParts = places[kind]
  return pageParts === undefined ? storyHref(id) : hrefOf([...pageParts, id])
}

/** Returns a link to the story behind an id or a name: everything about it, in chronological order. */
export const storyHref = (id: string): string => hrefOf(['search'], { text: id })

export interface KeyAct {
  /** A key or two keys in sequence, such as `/`, `Escape` or `g t`. */
  readonly keys: string
  readonly does: string
  act(): void
}

/** If several entries have the same keys, the last one wins. */
const known = signal<readonly KeyAct[]>([])

/** Returns all active keys, except overridden ones. */
export const keyActs = (): KeyAct[] => [...new Map(known.value.map((each) => [each.keys, each])).values()]

/** Binds keys while a component is mounted. `acts` must be memoized (`useMemo`). */
export function useKeys(acts: readonly KeyAct[]): void {
  useEffect(() => {
    known.value = [...known.peek(), ...acts]
    return () => {
      known.value = known.peek().filter((each) => !acts.includes(each))
    }
  }, [acts])
}

/** Maximum time between the two keys of a sequence, in milliseconds. */
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

/** True if the keys belong to a field, or to an open dialog, which handles its own keys. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|select|textarea)$/i.test(target.tagName))
}

export const listenToKeys = (): void => document.addEventListener('keydown', pressed)

/**
 * Returns a function that closes the panel next to a list by navigating to `back`. While `isOpen`, Escape does the same. `what`: the
 * panel's name in the list of shortcuts.
 */
export function useLeave(what: string, back: string, isOpen: boolean): () => void {
  const leave = () => go(back, { replace: true })
  useKeys(useMemo<KeyAct[]>(() => (isOpen ? [{ keys: 'Escape', does: `Close ${what}`, act: leave }] : []), [back, isOpen]))
  return leave
}

/**
 * Returns the query of a list and a function that closes the entry that is open next to it, as Escape does. `what`: the entry's name in the
 * list of shortcuts.
 */
export function useOpened(page: string, what: string, open: string | undefined) {
  const given = Object.fromEntries(address.value.query)
  return { given, leave: useLeave(`the ${what}`, hrefOf([page], given), open !== undefined) }
}
