/** Buttons. */

export interface ButtonProps {
  readonly label: string | number
  act?(): void
  /** Sends the form around it. */
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
