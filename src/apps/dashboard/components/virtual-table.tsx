/** A table of any length: the page holds only the rows that can be seen. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { go } from '../shell/address.ts'
import { Loaded, type Reading } from './list.tsx'
import { type Column, drawRow } from './virtual-row.tsx'
import { bringIntoView, rowHeight, useNarrow, useWindow } from './window.ts'

interface VirtualTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
  /** The row at a place, counted from the top. */
  rowAt(index: number): Row | undefined
  keyOf(row: Row): string
  /** Where a row leads, by its link and by the arrow keys. */
  hrefOf(row: Row): string
  /** Whether the arrow keys stop at a row. Default: at each. */
  stopsAt?(row: Row): boolean
  /** The right and the left arrow key on the selected row: opens and closes what belongs to it. */
  unfold?(row: Row, opens: boolean): void
  /** The class of a row. */
  classOf?(row: Row): string
  /** The key of what is open beside the table, which has little room then, as on a phone. */
  readonly open: string | undefined
  /** The key of the row that is marked. Default: what is open. */
  readonly selected?: string | undefined
  /** Called with the places of the first row that is seen and of the one behind the last. */
  shows?(from: number, to: number): void
  /** Called with whether the first row is seen. */
  atTop?(isAtTop: boolean): void
  /** In place of the rows when there are none. */
  readonly empty: ComponentChildren
}

/** Rows beyond the edges that exist already, so that fast scrolling shows no gap. */
const beyond = 6

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, count, rowAt, keyOf, hrefOf, open, selected = open, classOf, atTop, empty } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { top, height } = useWindow(scroller, atTop)
  const narrow = useNarrow() || open !== undefined
  const shown = columns.filter((column) => !narrow || column.narrow !== false)
  const template = shown.map(({ width }) => width).join(' ')
  const from = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + beyond)
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  useEffect(() => props.shows?.(from, to), [from, to])
  // A link to a row that is far down shows it once, as soon as the row is there. Afterwards the user scrolls.
  const brought = useRef(selected === undefined)
  useEffect(() => {
    if (brought.current) return
    const at = indexOf(props, selected)
    if (at < 0) return
    brought.current = true
    bringIntoView(scroller.current, at)
  }, [count])

  // While the list is only scrolled, a row that was drawn stays the same element, so that nothing of it is done again.
  const drawnBefore = useRef<{ of: unknown; narrow: boolean; rows: ReadonlyMap<number, ComponentChildren> }>()
  const isSame = drawnBefore.current?.of === props && drawnBefore.current.narrow === narrow
  const drawn = rows.map((index) => [index, (isSame && drawnBefore.current?.rows.get(index)) || draw(index)] as const)
  drawnBefore.current = { of: props, narrow, rows: new Map(drawn) }

  function draw(index: number): ComponentChildren {
    const row = rowAt(index)
    return row !== undefined && drawRow({ row, index, shown, template, keyOf, hrefOf, classOf, selected })
  }

  function step(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const opens = { ArrowRight: true, ArrowLeft: false }[event.key]
    if (by === undefined && opens === undefined) return
    const at = indexOf(props, selected)
    const current = rowAt(at)
    if (opens !== undefined) {
      if (current !== undefined) props.unfold?.(current, opens)
      return
    }
    event.preventDefault()
    const next = nextStop(props, at, by ?? 1)
    const row = rowAt(next)
    if (row === undefined) return
    go(hrefOf(row), { replace: true })
    bringIntoView(scroller.current, next)
  }
  // A table without rows may hold no other element. The same element stays, because it is watched.
  if (count === 0) {
    return (
      <div class="virtual" ref={scroller}>
        {empty}
      </div>
    )
  }
  return (
    <div class="virtual" ref={scroller} role="table" aria-label={label} aria-rowcount={count + 1} tabIndex={0} onKeyDown={step}>
      <div role="rowgroup" class="virtual-head">
        <div role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {shown.map(({ title, numeric }) => (
            <span role="columnheader" key={title} class={numeric ? 'numeric' : ''}>
              {title}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" class="virtual-rows" style={{ height: `${count * rowHeight}px` }}>
        {drawn.map(([, drawnRow]) => drawnRow)}
      </div>
    </div>
  )
}

/** Where an arrow key leads from a row; from none, to the first. */
function nextStop<Row>({ count, rowAt, stopsAt = () => true }: VirtualTableProps<Row>, from: number, by: number): number {
  for (let at = from < 0 ? 0 : from + by; at >= 0 && at < count; at += by) {
    const row = rowAt(at)
    if (row !== undefined && stopsAt(row)) return at
  }
  return from
}

function indexOf<Row>({ count, rowAt, keyOf }: VirtualTableProps<Row>, key: string | undefined): number {
  for (let at = 0; at < count; at++) {
    const row = rowAt(at)
    if (row !== undefined && keyOf(row) === key) return at
  }
  return -1
}

interface RecordTableProps<Row> extends Omit<VirtualTableProps<Row>, 'count' | 'rowAt'> {
  /** What the rows are read with. */
  readonly of: Reading<unknown>
  readonly rows: readonly Row[]
  /** What is open beside the table. */
  readonly children: ComponentChildren
}

/** A table of rows that are read together, and what is open beside it. */
export const RecordTable = <Row,>({ of, rows, children, ...rest }: RecordTableProps<Row>) => (
  <div class={`split ${rest.open === undefined ? '' : 'opened'}`}>
    <Loaded of={of}>{() => <VirtualTable<Row> {...rest} count={rows.length} rowAt={(index) => rows[index]} />}</Loaded>
    {children}
  </div>
)
