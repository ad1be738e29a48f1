/** The outbox as a list of any length, and the unread messages in it. */
import { signal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import type { ControlInput, SentMessage } from '../../../control/client.ts'
import { base, callControl, environment, useControl, useControls } from './control.ts'
import { parseJson } from './json.ts'

export type { SentMessage }

/** Messages per part: a few screens. Only visible parts are loaded. */
const size = 200

export type LongList = ReturnType<typeof useOutbox>

type Query = NonNullable<ControlInput<'control.listOutbox'>['query']>

/** Returns the outbox's messages, newest first. */
export function useOutbox(query: Query) {
  // Subscribes to the set of read messages.
  void read.value
  const [seen, see] = useState({ first: 0, last: 0 })
  const numbers = Array.from({ length: seen.last - seen.first + 1 }, (_, at) => seen.first + at)
  const parts = useControls(
    'control.listOutbox',
    numbers.map((number) => ({ query: { ...query, first: 'newest', limit: String(size), skip: String(number * size) } })),
    { live: true },
  )
  const queryText = JSON.stringify(query)
  // The previous list stays until the first reply to a new query arrives.
  const shown = useRef<{ query: string; total: number; parts: Map<number, readonly SentMessage[]> } | undefined>(undefined)
  for (const [at, { data }] of parts.entries()) {
    if (!data) continue
    if (shown.current?.query !== queryText) shown.current = { query: queryText, total: 0, parts: new Map() }
    shown.current.total = data.total
    shown.current.parts.set(numbers[at] ?? 0, data.messages)
  }
  return {
    /** Undefined until the count is known. */
    count: shown.current?.total,
    /** Returns undefined until the message's part is loaded. */
    at: (index: number) => shown.current?.parts.get(Math.floor(index / size))?.[index % size],
    /** Reports the visible range, so that the parts in it are loaded. */
    shows(from: number, to: number) {
      const [first, last] = [Math.floor(from / size), Math.floor(Math.max(from, to - 1) / size)]
      if (first !== seen.first || last !== seen.last) see({ first, last })
    },
    error: parts.find(({ error }) => error)?.error ?? null,
    refetch() {
      for (const part of parts) void part.refetch()
    },
  }
}

/** The browser stores the names of read messages, separately for each world. */
const storageKey = `standin-read ${base}`
/** Maximum number of stored names: about a megabyte. */
const most = 50_000
/** Number of messages that are checked for being unread, newest first. */
const newest = 100

/** Returns a message's name, which includes the shipment id, because message ids start again after a reset. */
const nameOf = ({ id, shipmentId }: SentMessage) => `${id} ${shipmentId.slice(0, 8)}`

const stored = parseJson(localStorage.getItem(storageKey) ?? '')
const read = signal<ReadonlySet<string>>(new Set(Array.isArray(stored) ? stored.map(String) : []))

export const isUnread = (message: SentMessage): boolean => !read.value.has(nameOf(message))

export function markRead(messages: readonly SentMessage[]): void {
  if (!messages.some(isUnread)) return
  const names = [...new Set([...read.value, ...messages.map(nameOf)])].slice(-most)
  read.value = new Set(names)
  localStorage.setItem(storageKey, JSON.stringify(names))
}

export interface Unread {
  readonly count: number
  /** True if older messages might be unread too. */
  readonly isLeast: boolean
}

export function useUnread(enabled = true) {
  const query = { environment, first: 'newest', limit: String(newest), bodies: 'beginning' } as const
  const { data, refetch } = useControl('control.listOutbox', { query }, { live: true, enabled })
  const count = (enabled ? data : undefined)?.messages.filter(isUnread).length ?? 0
  return { count, isLeast: count > 0 && (data?.total ?? 0) > newest, refetch }
}

export async function markAllRead(): Promise<void> {
  const all: SentMessage[] = []
  let after: string | undefined
  do {
    const { messages, next } = await callControl('control.listOutbox', {
      query: { environment, limit: '10000', bodies: 'beginning', after },
    })
    all.push(...messages)
    after = next ?? undefined
  } while (after !== undefined)
  markRead(all)
}
