/** What surrounds every page: header, navigation, notices, dialogs and messages. */
import { QueryClientProvider } from '@tanstack/preact-query'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { forgetFaults, Toasts } from '../components/toast.tsx'
import { tokenWanted } from '../data/connection.ts'
import { queries } from '../data/control.ts'
import { openJournal } from '../data/journal.ts'
import { type PageEntry, pages } from '../pages/index.ts'
import { go, hrefOf, pagePath } from './address.ts'
import { AdminTokenDialog } from './admin-token-dialog.tsx'
import { Header } from './header.tsx'
import { KeyList } from './key-list.tsx'
import { type KeyAct, listenToKeys, useKeys } from './keys.ts'
import { Navigation } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { OpenPage } from './open-page.tsx'

export function Shell() {
  const entry = pages.find(({ path }) => path === pagePath.value)
  useEffect(forgetFaults, [entry])
  return (
    <QueryClientProvider client={queries}>
      {entry?.bare ? <OpenPage entry={entry} /> : <Framed entry={entry} />}
      <Toasts />
      {tokenWanted.value && <AdminTokenDialog />}
    </QueryClientProvider>
  )
}

function Framed({ entry }: { readonly entry: PageEntry | undefined }) {
  const [listed, setListed] = useState(false)
  const keys = useMemo(() => shellKeys(() => setListed(true)), [])
  useKeys(keys)
  useEffect(() => {
    listenToKeys()
    openJournal()
  }, [])
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to the content
      </button>
      <div class="frame">
        <Header showKeys={() => setListed(true)} />
        <Navigation current={entry} />
        <main id="content" tabIndex={-1}>
          <Notices />
          <OpenPage entry={entry} />
        </main>
      </div>
      {listed && <KeyList close={() => setListed(false)} />}
    </>
  )
}

function shellKeys(showKeys: () => void): KeyAct[] {
  return [
    { keys: '/', does: 'Search', act: () => document.getElementById('search')?.focus() },
    { keys: '?', does: 'Show the keys', act: showKeys },
    ...pages
      .filter(({ key }) => key !== '')
      .map(({ key, title, path }) => ({ keys: `g ${key}`, does: `Go to ${title}`, act: () => go(hrefOf(path === '' ? [] : [path])) })),
  ]
}
