/** The tab of the browser: its title, and its icon, which counts the messages that nobody has read. */
import { useEffect } from 'preact/hooks'
import { world } from '../data/place.ts'
import { type Unread, useUnread } from '../data/unread.ts'

/** Milliseconds between looks while the tab is hidden, where nothing else reads. */
const hiddenInterval = 10_000
const icon = () => document.querySelector<HTMLLinkElement>('link[rel=icon]')
const plain = icon()?.getAttribute('href') ?? ''

/** `page`: the title of the page that is open. `counts`: whether it shows the number of unread messages. */
export function useTab(page: string | undefined, counts: boolean): void {
  const { count, isLeast, refetch } = useUnread(counts)
  const shown = shownOf({ count, isLeast })
  useEffect(() => {
    const where = world === 'default' ? 'Standin' : `${world} · Standin`
    const title = page === undefined ? where : `${page} · ${where}`
    document.title = count === 0 ? title : `(${shown}) ${title}`
    icon()?.setAttribute('href', count === 0 ? plain : `data:image/svg+xml,${encodeURIComponent(withCount(shown))}`)
  }, [page, count, shown])
  useEffect(() => {
    if (!counts) return undefined
    const looking = setInterval(() => document.visibilityState === 'hidden' && void refetch(), hiddenInterval)
    return () => clearInterval(looking)
  }, [counts, refetch])
}

const shownOf = ({ count, isLeast }: Unread) => (count > 99 || isLeast ? `${Math.min(count, 99)}+` : String(count))

const withCount = (count: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M7 22c0 3 3 4 6 4s6-2 6-4c0-6-12-2-12-8 0-3 3-4 6-4" fill="none" stroke="#fff" stroke-width="3"/><circle cx="21" cy="11" r="11" fill="#c2203a"/><text x="21" y="16" font-family="sans-serif" font-size="${count.length > 2 ? 11 : 15}" font-weight="700" text-anchor="middle" fill="#fff">${count}</text></svg>`
