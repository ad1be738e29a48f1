/** Forms, dialogs and confirmations. */

import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button, type ButtonProps, CloseButton } from './button.tsx'

interface FormProps {
  readonly class?: string
  readonly label?: string
  submit(): void
  readonly children: ComponentChildren
}

/** A form whose submission the page handles itself. */
export const Form = ({ class: name, label, submit, children }: FormProps) => (
  <form
    {...(name !== undefined && { class: name })}
    {...(label !== undefined && { 'aria-label': label })}
    onSubmit={(event) => {
      event.preventDefault()
      submit()
    }}
  >
    {children}
  </form>
)

interface DialogProps {
  readonly title: string
  close(): void
  readonly children: ComponentChildren
}

/** A modal dialog. Escape closes it and returns focus to the previous element. */
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
          <CloseButton label="Close" close={close} />
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface DialogFormProps extends DialogProps {
  submit(): void
  readonly yes: string
  readonly disabled?: boolean
  /** False if the dialog has no Cancel button. */
  readonly cancels?: boolean
  readonly after?: ComponentChildren
}

export const DialogForm = ({ title, close, submit, yes, disabled, cancels = true, children, after }: DialogFormProps) => (
  <Dialog title={title} close={close}>
    <Form submit={submit}>
      {children}
      <div class="actions">
        {cancels && <CancelButton close={close} />}
        <Button submit label={yes} class="primary" disabled={disabled ?? false} />
      </div>
    </Form>
    {after}
  </Dialog>
)

const CancelButton = ({ close }: Pick<DialogProps, 'close'>) => <Button label="Cancel" act={close} />

interface ConfirmProps extends DialogProps {
  readonly yes: string
  act(): void
}

/** Asks the user to confirm something that cannot be undone. */
export function Confirm({ title, yes, act, close, children }: ConfirmProps) {
  const agree = () => {
    act()
    close()
  }
  return (
    <Dialog title={title} close={close}>
      {children}
      <div class="actions">
        <CancelButton close={close} />
        <Button label={yes} class="danger" act={agree} />
      </div>
    </Dialog>
  )
}

export function ConfirmButton({ button, ...question }: Omit<ConfirmProps, 'close'> & { readonly button: ButtonProps }) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button {...button} act={() => open(true)} />
      {isOpen && <Confirm {...question} close={() => open(false)} />}
    </>
  )
}

interface EntryActionsProps {
  /** A name for the entry, such as `the contact 12838590150`. */
  readonly what: string
  /** True if the entry is in the register. */
  readonly known: boolean
  remove(): void
}

export const EntryActions = ({ what, known, remove }: EntryActionsProps) => (
  <div class="actions start">
    <Button submit label={known ? 'Save' : 'Add'} class="primary" />
    {known && (
      <ConfirmButton button={{ label: 'Remove', class: 'danger' }} title={`Remove ${what}?`} yes="Remove it" act={remove}>
        <p>Resetting the world restores {what}, if the world contained it initially.</p>
      </ConfirmButton>
    )}
  </div>
)
