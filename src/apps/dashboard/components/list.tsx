/** Lists: loading, errors, empty states, filters, registers, and the panel next to a list. */

import { type ComponentChildren, Fragment } from 'preact'
import { sentenceOf } from '../data/control.ts'
import { hrefOf, useQueryValue } from '../shell/address.ts'
import { Button, CloseButton } from './button.tsx'
import { ChoiceField, type ChoiceProps, type InputProps, TextField } from './fields.tsx'
import { Text } from './text.tsx'

export interface Reading<T> {
  readonly data: T | undefined
  readonly error: Error | null
  refetch(): unknown
}

interface LoadedProps<T> {
  readonly of: Reading<T>
  readonly children: (data: T) => ComponentChildren
}

/** Renders a row's reply, or its error with a button to try again. */
export function Loaded<T>({ of: { data, error, refetch }, children }: LoadedProps<T>) {
  if (error) return <Problem error={error} again={() => void refetch()} />
  if (data === undefined) return <p class="quiet loading">Loading …</p>
  return <>{children(data)}</>
}

export const Problem = ({ error, again }: { readonly error: unknown; readonly again?: (() => void) | undefined }) => (
  <div class="problem bad" role="alert">
    <Text as="p">{sentenceOf(error)}</Text>
    {again && <Button label="Try again" act={again} />}
  </div>
)

/** Replaces an empty list. Its children explain how to add an entry. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
)

interface RegisterProps<Entry> {
  readonly title: string
  readonly lead: string
  readonly path: string
  readonly entries: readonly Entry[]
  keyOf(entry: Entry): string
  /** The text that the search matches. */
  textOf(entry: Entry): string
  row(entry: Entry): ComponentChildren
  readonly open: string | undefined
  show(entry: Entry): ComponentChildren
  /** Shown for a key that has no entry. */
  readonly unknown: string
  /** The form for a new entry, and its link's label. Absent if entries cannot be added. */
  readonly add?: { readonly label: string; form(): ComponentChildren }
}

/** A searchable list of entries, next to the open entry or the form for a new one. */
export function Register<Entry>({ title, lead, path, entries, keyOf, textOf, row, add, ...rest }: RegisterProps<Entry>) {
  const [text] = useQueryValue('text')
  const [adding] = useQueryValue('add')
  const wanted = text.trim().toLowerCase()
  const fitting = entries.filter((entry) => textOf(entry).toLowerCase().includes(wanted))
  const { open, show, unknown } = rest
  const entry = entries.find((each) => keyOf(each) === open)
  const isOpened = open !== undefined || (add !== undefined && adding !== '')
  return (
    <div class={`register ${isOpened ? 'opened' : 'closed'}`}>
      <div class="list">
        <h1>{title}</h1>
        <p class="quiet">{lead}</p>
        <div class="find">
          <QueryText name="text" label="Find" type="search" placeholder={`Find in ${entries.length.toLocaleString('en')}`} />
          {add && <a href={hrefOf([path], { add: 'yes', text })}>{add.label}</a>}
        </div>
        <ul class="box lines">
          {fitting.map((each) => (
            <li key={keyOf(each)}>
              <Pick href={hrefOf([path, keyOf(each)], { text })} current={keyOf(each) === open}>
                {row(each)}
              </Pick>
            </li>
          ))}
        </ul>
        {fitting.length === 0 && <Empty title="No match." />}
      </div>
      {isOpened && (
        <div class="entry">
          <a class="back" href={hrefOf([path], { text })}>
            All {title.toLowerCase()}
          </a>
          {open === undefined && add?.form()}
          {open !== undefined && (entry ? <Fragment key={open}>{show(entry)}</Fragment> : <Empty title={unknown} />)}
        </div>
      )}
    </div>
  )
}

interface PickProps {
  readonly href: string
  readonly current?: boolean
  readonly title?: string | undefined
  readonly children: ComponentChildren
}

export const Pick = ({ href, current = false, title, children }: PickProps) => (
  <a class="pick" href={href} {...(current && { 'aria-current': 'page' as const })} {...(title !== undefined && { title })}>
    {children}
  </a>
)

interface BesideProps {
  readonly label: string
  readonly class?: string
  /** The end of the button's label, such as `the order` in `Close the order`. */
  readonly what?: string
  close(): void
  readonly children: ComponentChildren
}

export const Beside = ({ label, class: name, what, close, children }: BesideProps) => (
  <article class={name === undefined ? 'beside' : `${name} beside`} aria-label={label}>
    <CloseButton label={what === undefined ? 'Close' : `Close ${what}`} close={close} class="quiet small close" />
    {children}
  </article>
)

interface QueryTextProps extends Pick<InputProps, 'label' | 'type' | 'placeholder' | 'choices'> {
  readonly name: string
}

/** A text filter for a list, stored in the URL query. */
export function QueryText({ name, label, placeholder = label, ...rest }: QueryTextProps) {
  const [value, change] = useQueryValue(name)
  return <TextField label={label} quiet placeholder={placeholder} value={value} change={change} {...rest} />
}

/** A dropdown that filters a list. Its value is also stored in the URL query. */
export function QueryChoice({ name, ...rest }: Pick<ChoiceProps, 'label' | 'choices'> & { readonly name: string }) {
  const [value, change] = useQueryValue(name)
  return <ChoiceField quiet value={value} change={change} {...rest} />
}
