/** Which messages the user has read, kept by the browser for each world. */
import { signal } from '@preact/signals'
import type { SentMessage } from '../../control/rows/outbox.ts'
import { base, callControl, environment, useControl } from './control.ts'

const kept = `standin-read ${base}`
/** How many names of messages the browser keeps: about a megabyte. */
const most = 50_000
/** How many of the newest messages are looked at for the count. */
const newest = 100

/** A reset gives the ids again to other messages. */
const nameOf = ({ id, shipmentId }: SentMessage) => `${id} ${shipmentId.slice(0, 8)}`

function readKept(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]')
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}

const read = signal<ReadonlySet<string>>(new Set(readKept()))

export const isUnread = (message: SentMessage): boolean => !read.value.has(nameOf(message))

export function markRead(messages: readonly SentMessage[]): void {
  if (!messages.some(isUnread)) return
  const names = [...new Set([...read.value, ...messages.map(nameOf)])].slice(-most)
  read.value = new Set(names)
  localStorage.setItem(kept, JSON.stringify(names))
}

export interface Unread {
  readonly count: number
  /** There may be more among older messages. */
  readonly isLeast: boolean
}

/** How many messages the user has not read. */
export function useUnread(enabled = true) {
  const query = { environment, first: 'newest', limit: String(newest), bodies: 'beginning' } as const
  const { data, refetch } = useControl('control.listOutbox', { query }, { live: true, enabled })
  const count = (enabled ? data : undefined)?.messages.filter(isUnread).length ?? 0
  return { count, isLeast: count > 0 && (data?.total ?? 0) > newest, refetch }
}

/** Marks every message of this world and environment, however many there are. */
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
