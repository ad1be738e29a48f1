/** The page that is open: it loads when it is first opened, and a defect in it leaves the rest of the dashboard alone. */
import type { FunctionComponent } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import { Empty } from '../components/loaded.tsx'
import { Text } from '../components/text.tsx'
import type { PageEntry } from '../pages/index.ts'
import type { PageProps } from '../pages/page-props.ts'
import { address, hrefOf } from './address.ts'
import { useTab } from './tab.ts'

const loaded = new Map<PageEntry, FunctionComponent<PageProps>>()

export function OpenPage({ entry }: { readonly entry: PageEntry | undefined }) {
  useTab(entry?.title, entry?.bare !== true)
  if (!entry) return <NoPage />
  return <Guarded key={entry.path} entry={entry} />
}

function NoPage() {
  return (
    <>
      <h1 class="unheard">No page</h1>
      <Empty title="There is no such page.">
        <p>
          <a href={hrefOf([])}>Go to the first page</a>
        </p>
      </Empty>
    </>
  )
}

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

/** A newer build has other files. */
function NotLoaded() {
  return (
    <Empty title="This page could not be loaded.">
      <p>Standin may have been updated, or it does not run.</p>
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </Empty>
  )
}

function Defect({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <div class="problem" role="alert">
      <p>
        This page of the dashboard has a defect: <Text>{error instanceof Error ? error.message : String(error)}</Text>
      </p>
      <button type="button" onClick={reset}>
        Try again
      </button>
    </div>
  )
}
