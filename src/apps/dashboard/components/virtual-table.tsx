/** A table of any length that renders only the visible rows. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { go } from '../shell/address.ts'
import { Loaded, type Reading } from './list.tsx'
import { type Column, drawRow } from './virtual-row.tsx'
import { bringIntoView, rowHeight, useNarrow, useWindow } from './window.ts'

interface VirtualTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
  /** Returns the row at an index, counted from the top. */
  rowAt(index: number): Row | undefined
  keyOf(row: Row): string
  /** Returns a row's link, which the arrow keys also follow. */
  hrefOf(row: Row): string
  /** True if the arrow keys stop at this row. By default, they stop at every row. */
  stopsAt?(row: Row): boolean
  /** Expands or collapses the selected row: called for the right and left arrow keys. */
  unfold?(row: Row, opens: boolean): void
  classOf?(row: Row): string
  /** Key of the entry that is open next to the table, which is then as narrow as on a phone. */
  readonly open: string | undefined
  /** The selected row's key. Default: the open entry's key. */
  readonly selected?: string | undefined
  /** Called with the range of visible rows; `to` is exclusive. */
  shows?(from: number, to: number): void
  /** Called after scrolling. `isAtTop`: true if the first row is visible. */
  atTop?(isAtTop: boolean): void
  readonly empty: ComponentChildren
}

/** Number of rows rendered beyond the visible area, so that fast scrolling leaves no gaps. */
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
  // Scrolls to the selected row once its data has arrived. After that, only the user scrolls.
  const brought = useRef(selected === undefined)
  useEffect(() => {
    if (brought.current) return
    const at = indexOf(props, selected)
    if (at < 0) return
    brought.current = true
    bringIntoView(scroller.current, at)
  }, [count])

  // While the user is only scrolling, rendered rows are reused.
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
  // An element with the `table` role must contain rows. The outer element stays, because it is being observed.
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

/** Returns the index of the next row where an arrow key stops, or of the first such row if no row is selected. */
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
  readonly of: Reading<unknown>
  readonly rows: readonly Row[]
  readonly children: ComponentChildren
}

/** A table whose rows come from a single request, with a panel next to it. */
export const RecordTable = <Row,>({ of, rows, children, ...rest }: RecordTableProps<Row>) => (
  <div class={`split ${rest.open === undefined ? '' : 'opened'}`}>
    <Loaded of={of}>{() => <VirtualTable<Row> {...rest} count={rows.length} rowAt={(index) => rows[index]} />}</Loaded>
    {children}
  </div>
)
