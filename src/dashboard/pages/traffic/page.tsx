/** The traffic: every call and job as it happens, and one of them opened beside the list. */

import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/list.tsx'
import { RecentErrors } from '../../components/recent-errors.tsx'
import { counted, wordFor } from '../../components/text.tsx'
import { download } from '../../components/toast.tsx'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { caughtUp, clearLines, inOrder, type JournalLine, missing, useLines } from '../../data/journal.ts'
import { address, hrefOf, type KeyAct, type PageProps, useKeys, useOpened, useQueryValue } from '../../shell/address.ts'
import { columns, FilterBar, fitsOf, readFilter } from './filter.tsx'
import { OpenLine } from './open-line.tsx'
import './traffic.css'

export function page({ rest: [open] }: PageProps) {
  const { query } = address.value
  const filter = readFilter(query)
  const fits = useCallback(fitsOf(filter), [JSON.stringify(filter)])
  const [paused, setPaused] = useState(false)
  const [atTop, setAtTop] = useState(true)
  const { shown: lines, all, newer } = useHeldLines(fits, paused || !atTop)
  const split = useRef<HTMLDivElement>(null)
  function showNewer() {
    setPaused(false)
    split.current?.querySelector('.virtual')?.scrollTo({ top: 0 })
  }
  const [errors, setErrors] = useQueryValue('errors')
  const keys = useMemo<KeyAct[]>(
    () => [
      { keys: 'p', does: 'Pause the traffic, or go on', act: () => setPaused((before) => !before) },
      { keys: 'e', does: 'Show the recent errors, or hide them', act: () => setErrors(errors === '' ? 'shown' : '') },
      { keys: 'c', does: 'Clear the list of the traffic', act: clearLines },
    ],
    [errors, query],
  )
  useKeys(keys)
  const { given, leave } = useOpened('calls', 'call', open)

  return (
    <div class={`traffic list-page ${open === undefined ? '' : 'opened'} ${errors === '' ? '' : 'three'}`}>
      <h1 class="unheard">Traffic</h1>
      <div class="bar">
        <FilterBar filter={filter} />
        <div class="actions">
          <Count of={lines.length} />
          {newer > 0 && (
            <Button label={counted(newer, 'new line')} class="primary" title="They came since the list stands still" act={showNewer} />
          )}
          <Button label="Errors" aria-pressed={errors !== ''} act={() => setErrors(errors === '' ? 'shown' : '')} />
          <Button label="Export" title="All lines that fit, as JSON lines" act={() => exportLines(all)} />
          <Button label={paused ? 'Go on' : 'Pause'} aria-pressed={paused} act={() => setPaused(!paused)} />
          <Button label="Clear" act={clearLines} />
        </div>
      </div>
      {errors !== '' && <RecentErrors most={50} given={{ errors: 'shown' }} />}
      <div class="split" ref={split}>
        <VirtualTable<JournalLine>
          label="Calls and jobs, the newest first"
          columns={columns}
          count={lines.length}
          rowAt={(index) => lines[lines.length - 1 - index]}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => hrefOf(['calls', id], given)}
          open={open}
          atTop={setAtTop}
          empty={<NoLines />}
        />
        {open !== undefined && <OpenLine key={open} id={open} close={leave} />}
      </div>
    </div>
  )
}

/** Oldest first, one line of JSON for each. */
const exportLines = (lines: readonly JournalLine[]) =>
  download(
    'standin-traffic.jsonl',
    'application/jsonl',
    lines.map((line) => `${JSON.stringify(line)}\n`),
  )

/** It takes the number: the list is always the same array, for which a component is not called again. */
const Count = ({ of: count }: { readonly of: number }) => (
  <p class="quiet count">
    <span class="number">{count.toLocaleString('en')}</span> {wordFor(count, 'line')}
    {missing.value > 0 && (
      <span class="warning" title="They came too fast, or while the page was hidden, and the journal no longer has them.">
        , {missing.value.toLocaleString('en')} missing
      </span>
    )}
  </p>
)

function NoLines() {
  if (!caughtUp.value) return <p class="quiet loading">Loading …</p>
  return (
    <Empty title="Nothing fits, or nothing has happened yet.">
      <p>
        Calls appear here the moment they are answered. <a href={hrefOf([])}>A call that works</a> is on the first page.
      </p>
    </Empty>
  )
}

/** The list as the user reads it, and what came meanwhile. */
interface ShownLines {
  readonly shown: readonly JournalLine[]
  readonly fits: unknown
  readonly emptied: number
  /** The list of all, and how many of it were counted; another array is counted anew. */
  of: readonly JournalLine[]
  counted: number
  newer: number
}

/**
 * `shown`: the lines that fit, oldest first. With `isHeld` they stay, until the filter changes or the list is emptied.
 * `all`: also those that came since. `newer`: how many these are.
 */
function useHeldLines(fits: (line: JournalLine) => boolean, isHeld: boolean) {
  const heldLines = useRef<ShownLines | undefined>(undefined)
  const { lines: all, emptied } = useLines(fits)
  if (!isHeld) {
    heldLines.current = undefined
    return { shown: all, all, newer: 0 }
  }
  const before = heldLines.current
  const stays = before !== undefined && before.fits === fits && before.emptied === emptied
  const now = stays ? before : { shown: [...all], fits, emptied, of: all, counted: all.length, newer: 0 }
  heldLines.current = now
  if (now.of === all) now.newer += all.length - now.counted
  else now.newer = countNewer(now.shown, all)
  now.of = all
  now.counted = all.length
  return { shown: now.shown, all, newer: now.newer }
}

/** Without the older ones that the page has read meanwhile. */
function countNewer(shown: readonly JournalLine[], all: readonly JournalLine[]): number {
  const [first] = shown
  const ids = new Set(shown.map(({ id }) => id))
  return all.filter((line) => !ids.has(line.id) && (first === undefined || inOrder(line, first) > 0)).length
}
