/** Times of the world, in UTC: the hour alone for today, else with the date. */

import { computed, signal } from '@preact/signals'
import { counted } from './text.tsx'
import type { Column } from './virtual-table.tsx'

/** The time of the world, in milliseconds since 1970. The header keeps it going. */
export const worldNow = signal(Date.now())
/** Changes once a day, so that lists do not change with each second. */
const today = computed(() => new Date(worldNow.value).toISOString().slice(0, 10))

interface TimeProps {
  /** ISO 8601; null shows a dash. */
  readonly at: string | null
  /** Also shows the date of today. */
  readonly full?: boolean
  /** Of another day it shows no milliseconds, and the year only where it is another one: for lists. */
  readonly brief?: boolean
}

export function Time({ at, full = false, brief = false }: TimeProps) {
  if (at === null) return <span class="nothing">–</span>
  const [date = '', time = ''] = new Date(at).toISOString().replace('Z', '').split('T')
  const shown = time.replace(/\.000$/, '')
  return (
    <time dateTime={at} title={`${at} (world time)`}>
      {full || date !== today.value ? (brief ? briefOf(date, time) : `${date} ${shown}`) : shown}
    </time>
  )
}

/** `11-23 14:52:35` */
const briefOf = (date: string, time: string) => `${date.slice(0, 4) === today.value.slice(0, 4) ? date.slice(5) : date} ${time.slice(0, 8)}`

/** The column of a list that says when. */
export const timeColumn = <Row,>(title: string, timeOf: (row: Row) => string | null): Column<Row> => ({
  title,
  width: '9.5rem',
  numeric: true,
  narrow: false,
  cell: (row) => <Time at={timeOf(row)} brief />,
})

/** A length of time in milliseconds. */
export function Milliseconds({ of: ms }: { readonly of: number | null }) {
  if (ms === null) return <span class="nothing">–</span>
  return <span class="number">{lengthOf(ms)}</span>
}

/** `0.04 ms`, `3.1 ms`, `120 ms`, `1.50 s`. */
function lengthOf(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`
  return `${ms >= 10 ? Math.round(ms) : ms.toFixed(ms < 1 ? 2 : 1)} ms`
}

/** A number of bytes. */
export function Size({ of: bytes }: { readonly of: number | null }) {
  if (bytes === null) return <span class="nothing">–</span>
  return (
    <span class="number" title={counted(bytes, 'byte')}>
      {sizeOf(bytes)}
    </span>
  )
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

function sizeOf(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}
