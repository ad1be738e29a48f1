/** A table of any length: the page holds only the rows that can be seen. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useNarrow } from './narrow.ts'

export interface Column<Row> {
  readonly title: string
  /** A width of CSS grid: `6rem`, `minmax(8rem, 1fr)`. */
  readonly width: string
  cell(row: Row): ComponentChildren
  /** False: a narrow table leaves it out. */
  readonly narrow?: boolean
  readonly numeric?: boolean
}

interface VirtualTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
  /** The row at a place, counted from the top. */
  rowAt(index: number): Row | undefined
  keyOf(row: Row): string
  /** Where a row leads. */
  hrefOf(row: Row): string
  /** The key of the row that is open. */
  readonly selected?: string | undefined
  /** Goes to a row by the arrow keys. */
  select?(row: Row): void
  /** Called with the places of the first row that is seen and of the one behind the last. */
  shows?(from: number, to: number): void
  /** Called with whether the first row is seen. */
  atTop?(isAtTop: boolean): void
  /** The table has little room, as on a phone. */
  readonly narrow?: boolean
  /** In place of the rows when there are none. */
  readonly empty: ComponentChildren
}

/** Pixels, the same in CSS: `--row`. */
const rowHeight = 32
/** Rows beyond the edges that exist already, so that fast scrolling shows no gap. */
const beyond = 10

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, count, rowAt, keyOf, hrefOf, selected, select, atTop, empty } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { top, height } = useWindow(scroller, atTop)
  const narrow = useNarrow() || props.narrow === true
  const shown = columns.filter((column) => !narrow || column.narrow !== false)
  const template = shown.map(({ width }) => width).join(' ')
  const from = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + beyond)
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  useEffect(() => props.shows?.(from, to), [from, to])

  function step(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || !select) return
    event.preventDefault()
    const at = indexOf(props, selected)
    const next = Math.max(0, Math.min(count - 1, at < 0 ? 0 : at + by))
    const row = rowAt(next)
    if (row === undefined) return
    select(row)
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
        {rows.map((index) => {
          const row = rowAt(index)
          if (row === undefined) return null
          const key = keyOf(row)
          return (
            <div
              role="row"
              key={key}
              aria-rowindex={index + 2}
              class={key === selected ? 'selected' : ''}
              style={{ gridTemplateColumns: template, transform: `translateY(${index * rowHeight}px)` }}
            >
              {shown.map(({ title, cell, numeric }, at) => (
                <span role="cell" key={title} class={numeric ? 'numeric' : ''}>
                  {at === 0 ? (
                    <a href={hrefOf(row)} class="row-link" {...(key === selected && { 'aria-current': 'true' as const })} tabIndex={-1}>
                      {cell(row)}
                    </a>
                  ) : (
                    cell(row)
                  )}
                </span>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function indexOf<Row>({ count, rowAt, keyOf }: VirtualTableProps<Row>, key: string | undefined): number {
  for (let at = 0; at < count; at++) {
    const row = rowAt(at)
    if (row !== undefined && keyOf(row) === key) return at
  }
  return -1
}

function bringIntoView(scroller: HTMLDivElement | null, index: number): void {
  if (!scroller) return
  const top = index * rowHeight
  const height = scroller.clientHeight - 2 * rowHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top > scroller.scrollTop + height) scroller.scrollTop = top - height
}

/** Which part is seen, in pixels. */
function useWindow(scroller: { readonly current: HTMLDivElement | null }, atTop?: (isAtTop: boolean) => void) {
  const [seen, setSeen] = useState({ top: 0, height: 800 })
  const told = useRef(atTop)
  useLayoutEffect(() => {
    told.current = atTop
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      setSeen({ top: element.scrollTop, height: element.clientHeight })
      told.current?.(element.scrollTop < rowHeight)
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  return seen
}
