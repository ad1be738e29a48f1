/** A dialog over the page: it closes with Escape, and gives the focus back. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  close(): void
  readonly children: ComponentChildren
}

export function Dialog({ title, close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <div class="dialog">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="quiet small" aria-label="Close" onClick={close}>
            ×
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmProps extends DialogProps {
  /** On the button, such as `Reset the world`. */
  readonly yes: string
  act(): void
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, yes, act, close, children }: ConfirmProps) {
  return (
    <Dialog title={title} close={close}>
      {children}
      <div class="actions">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            act()
            close()
          }}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  )
}

/** Removes an entry of a register, after a question. `what` names it: `the contact 12838590150`. */
export function RemoveButton({ what, act }: { readonly what: string; act(): void }) {
  const [asking, ask] = useState(false)
  return (
    <>
      <button type="button" class="danger" onClick={() => ask(true)}>
        Remove
      </button>
      {asking && (
        <Confirm title={`Remove ${what}?`} yes="Remove it" act={act} close={() => ask(false)}>
          <p>A reset of the world brings it back, if the world began with it.</p>
        </Confirm>
      )}
    </>
  )
}
