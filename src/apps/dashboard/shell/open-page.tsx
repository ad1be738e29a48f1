/** Notices, the open page, and the browser tab's title and icon. */

import type { FunctionComponent } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Empty } from '../components/list.tsx'
import { counted, Text } from '../components/text.tsx'
import { connected, newJournal } from '../data/connection.ts'
import { environment, useChange, useControl, world } from '../data/control.ts'
import { type Unread, useUnread } from '../data/outbox.ts'
import type { PageEntry } from '../pages/index.ts'
import { address, hrefOf, type PageProps } from './address.ts'

const loaded = new Map<PageEntry, FunctionComponent<PageProps>>()

export function OpenPage({ entry }: { readonly entry: PageEntry | undefined }) {
  useTab(entry?.title, entry?.bare !== true)
  if (!entry) return <NoPage />
  return <Guarded key={entry.path} entry={entry} />
}

const NoPage = () => (
  <>
    <h1 class="unheard">Page not found</h1>
    <Empty title="Page not found.">
      <p>
        <a href={hrefOf([])}>Go to the first page</a>
      </p>
    </Empty>
  </>
)

function Guarded({ entry }: { readonly entry: PageEntry }) {
  const [error, reset] = useErrorBoundary((thrown) => console.error(thrown))
  const [failure, setFailure] = useState<unknown>()
  const [page, setPage] = useState(() => loaded.get(entry))
  useEffect(() => {
    if (page) return
    entry.load().then(
      (module) => {
        loaded.set(entry, module.page)
        setPage(() => module.page)
      },
      (thrown: unknown) => setFailure(thrown),
    )
  }, [entry, page])
  if (failure !== undefined) return <NotLoaded />
  if (error !== undefined) return <Defect error={error} reset={reset} />
  if (!page) return <p class="quiet loading">Loading …</p>
  const Page = page
  return <Page rest={address.value.segments.slice(1)} />
}

/** Shown after an update, because a newer build has different files. */
const NotLoaded = () => (
  <Empty title="This page could not be loaded.">
    <p>Standin may have been updated, or is not running.</p>
    <Button label="Reload" act={() => location.reload()} />
  </Empty>
)

const Defect = ({ error, reset }: { readonly error: unknown; readonly reset: () => void }) => (
  <div class="problem bad" role="alert">
    <p>
      This dashboard page has failed: <Text>{error instanceof Error ? error.message : String(error)}</Text>
    </p>
    <Button label="Try again" act={reset} />
  </div>
)

/** Milliseconds between polls while the tab is hidden, when nothing else polls. */
const hiddenInterval = 10_000
const icon = () => document.querySelector<HTMLLinkElement>('link[rel=icon]')
const plain = icon()?.getAttribute('href') ?? ''

/** Sets the browser tab's title and icon. `counts`: shows the number of unread messages in the icon. */
function useTab(page: string | undefined, counts: boolean): void {
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

export function Notices() {
  const { data } = useControl('control.listWorlds', {}, { live: true })
  const make = useChange('control.makeWorld', () => `World ${world} was created.`)
  const isMissing = data !== undefined && data.next === null && !data.worlds.some(({ name }) => name === world)
  return (
    <div class="notices" role="status">
      {!connected.value && (
        <p class="notice bad">
          <strong>Connection lost.</strong> Standin is not responding. The page shows its last data and reconnects when it can.
        </p>
      )}
      {connected.value && !isMissing && <NewJournalNotice />}
      {connected.value && isMissing && (
        <p class="notice info">
          The world <Text>{world}</Text> does not exist yet. The first call to its URL creates it.{' '}
          <Button label="Create it now" class="small" act={() => make.mutate({ params: { name: world } })} />
        </p>
      )}
    </div>
  )
}

/** Tells the user about a new journal: how many lines were lost, and how many records remain. */
function NewJournalNotice() {
  const { data } = useControl('control.showState', {}, { live: true, enabled: newJournal.value !== undefined })
  if (!newJournal.value || !data) return null
  const { at, lines, wasAway } = newJournal.value
  const time = new Date(at).toTimeString().slice(0, 8)
  const { orders, fileTransfers } = data.environments[environment]
  return (
    <p class="notice info">
      <strong title="According to this machine's clock">
        {wasAway ? `The server restarted at ${time}.` : `The server restarted at ${time}, or the world was removed and created again.`}
      </strong>{' '}
      {lines === 0 ? 'The journal is new.' : `The journal is new: ${counted(lines, 'earlier line')} lost.`} The world has{' '}
      {counted(orders.total, 'order')} and {counted(fileTransfers.total, 'file transfer')}.{' '}
      <Button label="Close" class="small" act={() => (newJournal.value = undefined)} />
    </p>
  )
}
