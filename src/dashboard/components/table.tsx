/** A short table; `VirtualTable` is for lists that may grow long. */
import type { ComponentChildren } from 'preact'

interface Column<Row> {
  readonly title: string
  cell(row: Row): ComponentChildren
  readonly numeric?: boolean
}

interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string
}

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <section class="scrolls" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" class={numeric ? 'numeric' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, numeric }) => (
                <td key={title} class={numeric ? 'numeric' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
