/** Buttons and tabs. */
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'

export interface ButtonProps {
  readonly label: string | number
  act?(): void
  readonly submit?: boolean
  readonly class?: string
  readonly title?: string
  readonly disabled?: boolean
  readonly 'aria-label'?: string
  readonly 'aria-pressed'?: boolean
  readonly 'aria-expanded'?: boolean
}

export const Button = ({ label, act, submit = false, ...rest }: ButtonProps) => (
  <button type={submit ? 'submit' : 'button'} {...rest} {...(act && { onClick: () => act() })}>
    {label}
  </button>
)

interface CloseButtonProps {
  readonly label: string
  close(): void
  readonly class?: string
}

export const CloseButton = ({ label, close, class: name = 'quiet small' }: CloseButtonProps) => (
  <Button label="×" class={name} aria-label={label} act={close} />
)

interface TabsProps {
  readonly label: string
  readonly tabs: readonly { readonly title: string; readonly content: () => ComponentChildren }[]
}

export function Tabs({ label, tabs }: TabsProps) {
  const [chosen, choose] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = Math.min(chosen, tabs.length - 1)

  function step(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = (at + by + tabs.length) % tabs.length
    choose(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={step}>
        {tabs.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(index)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${at}`}>
        {tabs[at]?.content()}
      </div>
    </div>
  )
}
