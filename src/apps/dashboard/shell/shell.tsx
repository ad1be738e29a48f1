/** The frame around every page: header, navigation, notices, dialogs and toasts. */

import { QueryClientProvider } from '@tanstack/preact-query'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Dialog, DialogForm } from '../components/dialog.tsx'
import { TextField } from '../components/fields.tsx'
import { forgetFaults, Toasts } from '../components/toast.tsx'
import { adminToken, giveToken, tokenWanted } from '../data/connection.ts'
import { queries, refresh } from '../data/control.ts'
import { openJournal } from '../data/journal.ts'
import { useNames } from '../data/names.ts'
import { type PageEntry, pages } from '../pages/index.ts'
import { go, hrefOf, type KeyAct, keyActs, listenToKeys, pagePath, useKeys } from './address.ts'
import { Header } from './header.tsx'
import { Navigation, Views } from './navigation.tsx'
import { Notices, OpenPage } from './open-page.tsx'

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
  useNames()
  useEffect(() => {
    listenToKeys()
    openJournal()
  }, [])
  return (
    <>
      <Button label="Skip to content" class="skip" act={() => document.getElementById('content')?.focus()} />
      <div class="frame">
        <Header documentHref={documentHref(entry)} showKeys={() => setListed(true)} />
        <Navigation current={entry} />
        <main id="content" tabIndex={-1}>
          <Notices />
          <Views current={entry} />
          <OpenPage entry={entry} />
        </main>
      </div>
      {listed && <KeyList close={() => setListed(false)} />}
    </>
  )
}

/** Links to the table of contents for a page without a document. */
function documentHref(page: PageEntry | undefined): string {
  const [name, at] = page?.document?.split('#') ?? []
  return name === undefined ? hrefOf(['docs']) : hrefOf(['docs', name], { at })
}

const shellKeys = (showKeys: () => void): KeyAct[] => [
  { keys: '/', does: 'Search', act: () => document.getElementById('search')?.focus() },
  { keys: '?', does: 'Show the keyboard shortcuts', act: showKeys },
  ...pages
    .filter(({ key }) => key !== '')
    .map(({ key, title, path }) => ({ keys: `g ${key}`, does: `Go to ${title}`, act: () => go(hrefOf(path === '' ? [] : [path])) })),
]

function AdminTokenDialog() {
  const [token, setToken] = useState('')
  const wasWrong = adminToken.value !== undefined
  const close = () => {
    tokenWanted.value = false
  }
  const submit = () => {
    giveToken(token.trim())
    void refresh()
  }
  return (
    <DialogForm title="Admin token" close={close} submit={submit} yes="Continue" cancels={false}>
      <p>
        {wasWrong ? 'Standin did not accept this token. ' : 'From another machine, Standin requires its admin token. '}
        The token is the value of <code>--admin-token</code>. This tab stores the token until the tab is closed.
      </p>
      <TextField label="Admin token" type="password" value={token} change={setToken} required autoFocus />
    </DialogForm>
  )
}

/** Keys that a focused list handles itself. */
const inLists = [
  { keys: '↑ ↓', does: 'In a list: open the row above or below' },
  { keys: '← →', does: 'In the traffic: expand and collapse the consequences of the open call' },
]

const KeyList = ({ close }: { close(): void }) => (
  <Dialog title="Keys" close={close}>
    <dl class="keys">
      {[...keyActs(), ...inLists].map(({ keys, does }) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
