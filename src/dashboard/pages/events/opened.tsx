/** The frame of what is opened beside a list. */
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { go } from '../../shell/address.ts'
import { type KeyAct, useKeys } from '../../shell/keys.ts'

interface OpenedProps {
  readonly label: string
  /** Where closing leads. */
  readonly back: string
  readonly children: ComponentChildren
}

export function Opened({ label, back, children }: OpenedProps) {
  const close = () => go(back, { replace: true })
  const keys = useMemo<KeyAct[]>(() => [{ keys: 'Escape', does: 'Close what is open', act: close }], [back])
  useKeys(keys)
  return (
    <article class="open-event" aria-label={label}>
      <button type="button" class="quiet small close" aria-label="Close" onClick={close}>
        ×
      </button>
      {children}
    </article>
  )
}
