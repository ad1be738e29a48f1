/** The header: which world, what is on, what time it is there, and the search. */
import { useState } from 'preact/hooks'
import { ActiveScenarios } from './active-scenarios.tsx'
import { go, hrefOf } from './address.ts'
import { Recording } from './recording.tsx'
import { searchPath } from './search.ts'
import { ThemeButton } from './theme-button.tsx'
import { EnvironmentPicker, WorldPicker } from './world-picker.tsx'
import { WorldTime } from './world-time.tsx'

export function Header({ showKeys }: { showKeys(): void }) {
  return (
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
      <ThemeButton />
      <button type="button" class="quiet" title="Keys (?)" onClick={showKeys}>
        <kbd>?</kbd>
        <span class="unheard">Show the keys</span>
      </button>
    </header>
  )
}

function Search() {
  const [text, setText] = useState('')
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          go(hrefOf([searchPath], { text: text.trim() }))
        }}
      >
        <label for="search" class="unheard">
          Search for an id or a name
        </label>
        <input
          id="search"
          type="search"
          placeholder="Search an id or a name"
          autoComplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
        <kbd title="The key that leads here">/</kbd>
      </form>
    </search>
  )
}
