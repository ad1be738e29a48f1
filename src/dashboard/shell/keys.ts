/** What keys do: pages and the shell say it here, and `?` lists it. */
import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { address, go, hrefOf } from './address.ts'

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
  const found = acts.find(({ keys }) => keys === pair) ?? acts.find(({ keys }) => keys === event.key)
  first = found ? '' : event.key
  firstAt = event.timeStamp
  if (!found) return
  event.preventDefault()
  found.act()
}

/** A dialog keeps the keys for itself, too. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|select|textarea)$/i.test(target.tagName))
}

export const listenToKeys = (): void => document.addEventListener('keydown', pressed)

/** Escape closes, while `closes` is true. `does` says so in the list of keys; `given`: what `close` depends on. */
export function useEscape(does: string, close: () => void, given: readonly unknown[], closes = true): void {
  useKeys(useMemo<KeyAct[]>(() => (closes ? [{ keys: 'Escape', does, act: close }] : []), [closes, ...given]))
}

/** One entry of a list, opened beside it. `what` is named in the list of keys. Escape leaves, while an entry is open; the query of the list stays. */
export function useOpened(page: string, what: string, open: string | undefined) {
  const given = Object.fromEntries(address.value.query)
  const leave = () => go(hrefOf([page], given), { replace: true })
  useEscape(`Close the ${what}`, leave, [open, JSON.stringify(given)], open !== undefined)
  return { given, leave }
}
