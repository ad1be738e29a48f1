/** The columns of a table of any length, and one of its rows. */
import type { ComponentChildren } from 'preact'
import { Time } from './text.tsx'
import { rowHeight } from './window.ts'

export interface Column<Row> {
  readonly title: string
  /** A width of CSS grid: `6rem`, `minmax(8rem, 1fr)`. */
  readonly width: string
  cell(row: Row): ComponentChildren
  /** False: a narrow table leaves it out. */
  readonly narrow?: boolean
  readonly numeric?: boolean
  /** The title of the column before which the cell of a row ends, where it takes more than one; empty: the cell takes the rest. */
  until?(row: Row): string | undefined
}

/** The column of a list that says when. */
export const timeColumn = <Row,>(title: string, timeOf: (row: Row) => string | null): Column<Row> => ({
  title,
  width: '8rem',
  numeric: true,
  narrow: false,
  cell: (row) => <Time at={timeOf(row)} brief />,
})

interface RowProps<Row> {
  readonly row: Row
  /** Counted from the top. */
  readonly index: number
  /** The columns that the table has room for, and their widths. */
  readonly shown: readonly Column<Row>[]
  readonly template: string
  keyOf(row: Row): string
  hrefOf(row: Row): string
  readonly classOf: ((row: Row) => string) | undefined
  /** The key of the row that is marked. */
  readonly selected: string | undefined
}

/** The link in its first cell covers the row. */
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

/** The cells of a row: one for each column that no cell before it takes. */
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
