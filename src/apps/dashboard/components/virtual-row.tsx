/** The columns and rows of a virtual table. */
import type { ComponentChildren } from 'preact'
import { Time } from './text.tsx'
import { rowHeight } from './window.ts'

export interface Column<Row> {
  readonly title: string
  /** A CSS grid track size: `6rem`, `minmax(8rem, 1fr)`. */
  readonly width: string
  cell(row: Row): ComponentChildren
  /** False to hide the column in a narrow table. */
  readonly narrow?: boolean
  readonly numeric?: boolean
  /** If the cell spans several columns: the title of the first column after it; empty if it spans all remaining columns. */
  until?(row: Row): string | undefined
}

export const timeColumn = <Row,>(title: string, timeOf: (row: Row) => string | null): Column<Row> => ({
  title,
  width: '8rem',
  numeric: true,
  narrow: false,
  cell: (row) => <Time at={timeOf(row)} brief />,
})

interface RowProps<Row> {
  readonly row: Row
  readonly index: number
  readonly shown: readonly Column<Row>[]
  readonly template: string
  keyOf(row: Row): string
  hrefOf(row: Row): string
  readonly classOf: ((row: Row) => string) | undefined
  readonly selected: string | undefined
}

/** Renders a row. The link in its first cell covers the whole row. */
export function drawRow<Row>({ row, index, shown, template, keyOf, hrefOf, classOf, selected }: RowProps<Row>): ComponentChildren {
  const key = keyOf(row)
  return (
    <div
      role="row"
      key={key}
      aria-rowindex={index + 2}
      class={`${key === selected ? 'selected ' : ''}${classOf?.(row) ?? ''}`}
      style={{ gridTemplateColumns: template, transform: `translateY(${index * rowHeight}px)` }}
    >
      {cellsOf(shown, row).map(({ title, cell, numeric, columns: wide }, at) => (
        <span
          role="cell"
          key={title}
          class={numeric ? 'numeric' : ''}
          {...(wide > 1 && { 'aria-colspan': wide, style: { gridColumn: `span ${wide}` } })}
        >
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
}

/** Returns a row's cells. Columns that an earlier cell spans have no cell. */
function cellsOf<Row>(shown: readonly Column<Row>[], row: Row) {
  let free = 0
  return shown.flatMap((column, at) => {
    if (at < free) return []
    const until = column.until?.(row)
    const end = until === undefined ? at + 1 : shown.findIndex(({ title }) => title === until)
    free = end < 0 ? shown.length : Math.max(end, at + 1)
    return [{ ...column, columns: free - at }]
  })
}
