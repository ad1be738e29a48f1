/** Tabs: arrow keys go from one to the next. */
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'

interface Tab {
  readonly title: string
  readonly content: () => ComponentChildren
}

interface TabsProps {
  /** What the tabs are about, for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab[]
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
