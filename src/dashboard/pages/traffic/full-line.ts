/** A line of the journal in full, as the page keeps the one that is open. */
import { useRef, useState } from 'preact/hooks'
import type { ControlReply } from '../../../control/rows/client.ts'
import { useControl } from '../../data/control.ts'
import { journalName } from '../../data/journal.ts'

export type FullLine = ControlReply<'control.showJournalLine'>

interface LoadedLine {
  journal?: string | undefined
  line?: FullLine
  /** Whether the journal of the line has ended. */
  isOver?: boolean
}

/** The line that is open: it stays the one that the user opened, though another journal may have another line of its id. */
export function useKeptLine(id: string) {
  const found = useControl('control.showJournalLine', { params: { id } }, { live: true })
  const kept = useRef<LoadedLine>({})
  const [, again] = useState({})
  const { current } = kept
  const { data, error } = found
  current.journal ??= journalName.value
  if (current.line) current.isOver ||= current.journal !== journalName.value || (data !== undefined && !isSame(current.line, data))
  if (!current.isOver && data) current.line = data
  const isOver = current.isOver === true
  return {
    line: { data: isOver ? current.line : data, error: isOver ? null : error, refetch: found.refetch },
    isOver,
    /** Shows the line that has the id now. */
    renew() {
      // Until it has been read, the page has only the line of before.
      void found.refetch().then(({ error: failed }) => {
        if (failed instanceof TypeError) return
        kept.current = {}
        again({})
      })
    },
  }
}

const isSame = (one: FullLine, other: FullLine) => one.at === other.at && one.method === other.method && one.path === other.path
