/** Which messages the user has read, kept by the browser for each world, and the icon of the tab, which counts the others. */
import { signal } from '@preact/signals'
import { base } from '../../data/place.ts'
import type { SentMessage } from './sent-message.ts'

const kept = `standin-read ${base}`
/** As many as the list shows. */
const most = 10_000

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

const icon = () => document.querySelector<HTMLLinkElement>('link[rel=icon]')
const plain = icon()?.getAttribute('href') ?? ''

/** Shows a number on the icon of the tab; 0 shows the plain one. */
export function countOnIcon(count: number): void {
  const shown = count > 99 ? '99+' : String(count)
  icon()?.setAttribute('href', count === 0 ? plain : `data:image/svg+xml,${encodeURIComponent(withCount(shown))}`)
  document.title = document.title.replace(/^(?:\(\d+\+?\) )?/, count === 0 ? '' : `(${shown}) `)
}

const withCount = (count: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M7 22c0 3 3 4 6 4s6-2 6-4c0-6-12-2-12-8 0-3 3-4 6-4" fill="none" stroke="#fff" stroke-width="3"/><circle cx="21" cy="11" r="11" fill="#c2203a"/><text x="21" y="16" font-family="sans-serif" font-size="${count.length > 2 ? 11 : 15}" font-weight="700" text-anchor="middle" fill="#fff">${count}</text></svg>`
