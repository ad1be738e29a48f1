/** A register: its entries at the side, searched by words, and one of them open beside them. */
import type { ComponentChildren } from 'preact'
import { hrefOf, useQueryValue } from '../shell/address.ts'
import { TextField } from './fields.tsx'
import { Empty } from './loaded.tsx'

interface RegisterProps<Entry> {
  readonly title: string
  readonly lead: string
  /** The first part of the address. */
  readonly path: string
  readonly entries: readonly Entry[]
  keyOf(entry: Entry): string
  /** What the search looks in. */
  textOf(entry: Entry): string
  row(entry: Entry): ComponentChildren
  /** The key of the entry that is open. */
  readonly open: string | undefined
  /** What is open: an entry, or a form for a new one. */
  readonly children: ComponentChildren
  /** On the link that leads to the form for a new one, if there can be one. */
  readonly add?: string
}

export function Register<Entry>({ title, lead, path, entries, keyOf, textOf, row, open, children, add }: RegisterProps<Entry>) {
  const [text, setText] = useQueryValue('text')
  const wanted = text.trim().toLowerCase()
  const fitting = entries.filter((entry) => textOf(entry).toLowerCase().includes(wanted))
  return (
    <div class={`register ${children ? 'opened' : 'closed'}`}>
      <div class="list">
        <h1>{title}</h1>
        <p class="quiet">{lead}</p>
        <div class="find">
          <TextField
            label="Find"
            quiet
            type="search"
            placeholder={`Find in ${entries.length.toLocaleString('en')}`}
            value={text}
            change={setText}
          />
          {add !== undefined && <a href={hrefOf([path], { add: 'yes', text })}>{add}</a>}
        </div>
        <ul class="box lines">
          {fitting.map((entry) => (
            <li key={keyOf(entry)}>
              <a
                class="pick"
                href={hrefOf([path, keyOf(entry)], { text })}
                {...(keyOf(entry) === open && { 'aria-current': 'page' as const })}
              >
                {row(entry)}
              </a>
            </li>
          ))}
        </ul>
        {fitting.length === 0 && <Empty title="Nothing fits." />}
      </div>
      {children && (
        <div class="entry">
          <a class="back" href={hrefOf([path], { text })}>
            All {title.toLowerCase()}
          </a>
          {children}
        </div>
      )}
    </div>
  )
}
