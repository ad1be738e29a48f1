/** Facts about one thing, as names and values. */
import type { ComponentChildren } from 'preact'
import { Text } from './text.tsx'

/** Texts are shown by `Text`. A fact whose value is undefined is left out. */
type Value = ComponentChildren | null | undefined

export function Facts({ of: facts }: { readonly of: Readonly<Record<string, Value>> }) {
  return (
    <dl class="facts">
      {Object.entries(facts).flatMap(([name, value]) =>
        value === undefined
          ? []
          : [
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === 'string' || typeof value === 'number' || value === null ? <Text>{value}</Text> : value}</dd>
              </div>,
            ],
      )}
    </dl>
  )
}
