/** Traffic: every call as it happens, with its consequences, and the open line next to the list. */

import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Empty } from '../../components/list.tsx'
import { counted, wordFor } from '../../components/text.tsx'
import { download } from '../../components/toast.tsx'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { useNarrow } from '../../components/window.ts'
import type { Family } from '../../data/families.ts'
import { caughtUp, clearLines, type JournalLine, missing } from '../../data/journal.ts'
import { knownNames } from '../../data/names.ts'
import { useStillFamilies } from '../../data/still-families.ts'
import { address, hrefOf, type KeyAct, type PageProps, useKeys, useOpened, useQueryValue } from '../../shell/address.ts'
import { columnsOf } from './columns.tsx'
import { OpenLine } from './open-line.tsx'
import { asksForNames, fitsOf, termsIn, writeQuery } from './query.ts'
import { focusQuery, QueryBox } from './query-box.tsx'
import { RecentErrors } from './recent-errors.tsx'
import { isUnfoldable, keyOfRow, type TrafficRow, useRows, useUnfolded } from './rows.ts'
import './traffic.css'

export function page({ rest: [open] }: PageProps) {
  const { query } = address.value
  const terms = termsIn(query)
  const fits = useCallback(fitsOf(terms), [writeQuery(terms), asksForNames(terms) && knownNames()])
  const [paused, setPaused] = useState(false)
  const [atTop, setAtTop] = useState(true)
  const [jobs, setJobs] = useQueryValue('jobs')
  const isFlat = jobs !== '' || terms.some(({ key, value }) => key === 'kind' && value.startsWith('job'))
  const { shown, all, newer, filled, familyOf, emptied } = useStillFamilies(fits, isFlat, paused || !atTop)
  const split = useRef<HTMLDivElement>(null)
  function showNewer() {
    setPaused(false)
    split.current?.querySelector('.virtual')?.scrollTo({ top: 0 })
  }
  const [errors, setErrors] = useQueryValue('errors')
  const keys = useMemo<KeyAct[]>(
    () => [
      { keys: 'f', does: 'Edit the traffic query', act: focusQuery },
      { keys: 'p', does: 'Pause or resume the traffic', act: () => setPaused((before) => !before) },
      { keys: 'e', does: 'Show or hide the recent errors', act: () => setErrors(errors === '' ? 'shown' : '') },
      { keys: 'j', does: 'Show each job on its own line or under its call', act: () => setJobs(jobs === '' ? 'shown' : '') },
      { keys: 'c', does: 'Clear the traffic list', act: clearLines },
    ],
    [errors, jobs, query],
  )
  useKeys(keys)
  const { given, leave } = useOpened('calls', 'call', open)
  const { parts, toggle } = useUnfolded(familyOf, emptied, given)
  const rows = useRows(shown, parts)
  const isNarrow = useNarrow() || open !== undefined
  const isOpen = ({ head }: Family) => parts.has(head.id)
  const columns = columnsOf({ isFlat, filled, isNarrow, isOpen, toggle })

  return (
    <div class={`traffic list-page ${open === undefined ? '' : 'opened'} ${errors === '' ? '' : 'three'}`}>
      <h1 class="unheard">Traffic</h1>
      <div class="bar">
        <QueryBox terms={terms} />
        <div class="actions">
          <Count of={shown.length} />
          {newer > 0 && (
            <Button label={counted(newer, 'new line')} class="primary" title="These arrived while the list was paused" act={showNewer} />
          )}
          <Button label="Jobs" title="Each job on its own line" aria-pressed={isFlat} act={() => setJobs(jobs === '' ? 'shown' : '')} />
          <Button label="Errors" aria-pressed={errors !== ''} act={() => setErrors(errors === '' ? 'shown' : '')} />
          <Button
            label="Export"
            title="All matching lines, as JSON lines"
            act={() => exportLines(all.flatMap(({ head, jobs: caused }) => [head, ...caused].filter(fits)))}
          />
          <Button label={paused ? 'Resume' : 'Pause'} aria-pressed={paused} act={() => setPaused(!paused)} />
          <Button label="Clear" act={clearLines} />
        </div>
      </div>
      {errors !== '' && <RecentErrors />}
      <div class="split" ref={split}>
        <VirtualTable<TrafficRow>
          label={isFlat ? 'Calls and jobs, newest first' : 'Calls, newest first'}
          columns={columns}
          count={rows.count}
          rowAt={rows.at}
          keyOf={keyOfRow}
          hrefOf={({ family, part }) => (part ? part.href : hrefOf(['calls', family.head.id], given))}
          stopsAt={({ part }) => part === undefined || part.icon === 'job'}
          unfold={({ family }, opens) => {
            if (isUnfoldable(family) && isOpen(family) !== opens) toggle(family.head.id)
          }}
          classOf={({ part }) => (part ? 'part' : '')}
          open={open}
          selected={selectedOf(open, familyOf, parts)}
          atTop={setAtTop}
          empty={<NoLines />}
        />
        {open !== undefined && <OpenLine key={open} id={open} close={leave} />}
      </div>
    </div>
  )
}

/** Returns the key of the open line's row. A job without its own row is in its call's row. */
function selectedOf(open: string | undefined, familyOf: (id: string) => Family | undefined, parts: ReadonlyMap<string, unknown>) {
  const family = open === undefined ? undefined : familyOf(open)
  return family && !parts.has(family.head.id) ? family.head.id : open
}

/** Downloads lines as JSON lines, oldest first. */
const exportLines = (lines: readonly JournalLine[]) =>
  download(
    'standin-traffic.jsonl',
    'application/jsonl',
    lines.map((line) => `${JSON.stringify(line)}\n`),
  )

/** Takes the number of lines: the list is always the same array, so without this number Preact would not re-render the component. */
const Count = ({ of: count }: { readonly of: number }) => (
  <p class="quiet count">
    <span class="number">{count.toLocaleString('en')}</span> {wordFor(count, 'line')}
    {missing.value > 0 && (
      <span class="warning" title="These arrived too fast or while the page was hidden, and are no longer in the journal.">
        , {missing.value.toLocaleString('en')} missing
      </span>
    )}
  </p>
)

function NoLines() {
  if (!caughtUp.value) return <p class="quiet loading">Loading …</p>
  return (
    <Empty title="No lines match, or nothing has happened yet.">
      <p>
        Calls appear here as soon as they are answered. <a href={hrefOf([])}>A call that works</a> is on the first page.
      </p>
    </Empty>
  )
}
