/** What a page shows while it reads, when it could not read, and where there is nothing. */
import type { ComponentChildren } from 'preact'
import { sentenceOf } from '../data/control.ts'
import { Text } from './text.tsx'

export interface Reading<T> {
  readonly data: T | undefined
  readonly error: Error | null
  refetch(): unknown
}

interface LoadedProps<T> {
  /** What `useControl` returned. */
  readonly of: Reading<T>
  readonly children: (data: T) => ComponentChildren
}

/** Shows the reply of a row. A refusal is shown with its sentence, and can be asked again. */
export function Loaded<T>({ of: { data, error, refetch }, children }: LoadedProps<T>) {
  if (error) return <Problem error={error} again={() => void refetch()} />
  if (data === undefined) return <p class="quiet loading">Loading …</p>
  return <>{children(data)}</>
}

/** Says what went wrong. */
export function Problem({ error, again }: { readonly error: unknown; readonly again?: (() => void) | undefined }) {
  return (
    <div class="problem" role="alert">
      <Text as="p">{sentenceOf(error)}</Text>
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Stands in place of an empty list. Its children say how to get a first entry. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}
