/** The header: world, environment, active scenarios, world time, and search. */

import { useEffect, useState } from 'preact/hooks'
import type { CapsuleReply } from '../../../control/client.ts'
import { Button } from '../components/button.tsx'
import { Form } from '../components/dialog.tsx'
import { counted, dateAndTime, Text, worldNow } from '../components/text.tsx'
import { download, say } from '../components/toast.tsx'
import { attempt, bytesOf, useChange, useControl, wholeList } from '../data/control.ts'
import { go, hrefOf, storyHref } from './address.ts'
import { EnvironmentPicker, ThemeButton, WorldPicker } from './pickers.tsx'

export const Header = ({ documentHref, showKeys }: { readonly documentHref: string; showKeys(): void }) => (
  <header class="top">
    <a class="brand" href={hrefOf([])} aria-label="Standin">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M9 20.5c0 2.5 2.6 4 7 4s7-1.6 7-4.4c0-6-13-2.6-13-8.2 0-2.7 2.6-4.4 6.2-4.4 3.9 0 6.2 1.4 6.4 3.7" />
      </svg>
      <span>Standin</span>
    </a>
    <WorldPicker />
    <EnvironmentPicker />
    <Search />
    <ActiveScenarios />
    <Recording />
    <WorldTime />
    <a href={documentHref} title="This page's document. All documents: g i">
      Docs
    </a>
    <ThemeButton />
    <button type="button" class="quiet" title="Keys (?)" onClick={showKeys}>
      <kbd>?</kbd>
      <span class="unheard">Show the keyboard shortcuts</span>
    </button>
  </header>
)

function Search() {
  const [text, setText] = useState('')
  return (
    <search>
      <Form submit={() => go(storyHref(text.trim()))}>
        <label for="search" class="unheard">
          Search for a word, an id or a name
        </label>
        <input
          id="search"
          type="search"
          placeholder="Search: 429, malware, retry, an id, a name"
          autoComplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
        <kbd title="Search shortcut">/</kbd>
      </Form>
    </search>
  )
}

const step = 1_000

function WorldTime() {
  const { data: clock, dataUpdatedAt } = useControl('control.showClock', {}, { live: true })
  useEffect(() => {
    if (!clock) return
    const show = () => {
      const passed = clock.mode === 'frozen' ? 0 : (Date.now() - dataUpdatedAt) * clock.speed
      worldNow.value = Date.parse(clock.now) + passed
    }
    show()
    const ticking = setInterval(show, step)
    return () => clearInterval(ticking)
  }, [clock, dataUpdatedAt])
  if (!clock) return null
  const [date, time] = dateAndTime(worldNow.value)
  const state = clock.mode === 'frozen' ? 'frozen' : clock.speed === 1 ? 'real time' : `${clock.speed} × real time`
  return (
    <a class="clock" href={hrefOf(['clock'])} title={`This world's time, in UTC: ${state}`}>
      <span class="quiet wide">{date}</span> <span class="number">{time}</span>
      {clock.mode === 'frozen' && <span class="chip info">frozen</span>}
    </a>
  )
}

/** Records and saves a capsule. Shown on every page, because a bug can appear anywhere. */
function Recording() {
  const { data } = useControl('control.showCapsule', {}, { live: true })
  const begin = useChange('control.recordCapsule', () => "Every call is recorded from now on, with the world's state.")
  const end = useChange('control.recordCapsule', (saved) => attempt(() => save(saved)))
  if (!data) return null
  const { recording, calls, world, lastMinutes } = data
  if (!recording) {
    const always =
      lastMinutes === null ? '' : `. The last ${counted(lastMinutes, 'minute')} are always recorded, in case of a bug in Standin`
    const title = `Record the world and every call from now on, to replay them later${always}`
    return (
      <button type="button" class="quiet" title={title} onClick={() => begin.mutate({ body: { record: true } })}>
        <span aria-hidden="true">●</span> Record
      </button>
    )
  }
  return (
    <section class="active" aria-label="Recording">
      <span class="chip bad">
        Recording {world === null ? 'all worlds' : <Text>{world}</Text>}: {counted(calls, 'call')}
      </span>
      <Button label="Save" class="small" act={() => end.mutate({ body: { record: false } })} />
    </section>
  )
}

async function save({ calls, incomplete }: CapsuleReply): Promise<void> {
  download('standin.capsule', 'application/octet-stream', [await bytesOf('control.readCapsule')])
  if (incomplete !== null) say(`standin.capsule is incomplete: ${incomplete}`, 'bad')
  else say(`standin.capsule contains ${counted(calls, 'call')}. Replay it: standin capsules replay standin.capsule`)
}

export function useActiveScenarios() {
  const { data } = useControl('control.listScenarios', { query: wholeList }, { live: true })
  return data?.scenarios.filter(({ active }) => active) ?? []
}

export function ActiveScenarios() {
  const active = useActiveScenarios()
  if (active.length === 0) return null
  return (
    <section class="active" aria-label="Active scenarios">
      {active.slice(0, 3).map(({ name, summary }) => (
        <a key={name} class="chip warn" href={hrefOf(['scenarios', name])} title={summary}>
          <Text>{name}</Text>
        </a>
      ))}
      {active.length > 3 && (
        <a class="chip warn" href={hrefOf(['scenarios'])}>
          and {active.length - 3} more
        </a>
      )}
    </section>
  )
}
