/** Fields of forms, each with its label. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly value: string
  change(value: string): void
  /** Below the field. */
  readonly hint?: string | undefined
  /** The label is for screen readers only. */
  readonly quiet?: boolean
}

interface InputProps extends FieldProps {
  readonly type?: 'text' | 'search' | 'number' | 'password'
  readonly placeholder?: string
  /** Values to choose from; others are possible. */
  readonly choices?: readonly string[] | undefined
  readonly required?: boolean
  readonly autoFocus?: boolean
}

export function TextField({ label, value, change, hint, quiet, type = 'text', placeholder, choices, required, autoFocus }: InputProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} quiet={quiet}>
      <input
        id={id}
        type={type}
        value={value}
        autoComplete="off"
        spellcheck={false}
        {...(placeholder !== undefined && { placeholder })}
        {...(choices && { list: `${id}-choices` })}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        {...(required && { required })}
        {...(autoFocus && { autoFocus })}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {choices && (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </Labelled>
  )
}

interface ChoiceProps extends FieldProps {
  /** Value → what is shown. */
  readonly choices: Readonly<Record<string, string>>
}

export function ChoiceField({ label, value, change, hint, quiet, choices }: ChoiceProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} quiet={quiet}>
      <select
        id={id}
        value={value}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {Object.entries(choices).map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface LabelledProps {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly quiet?: boolean | undefined
  readonly children: ComponentChildren
}

function Labelled({ id, label, hint, quiet = false, children }: LabelledProps) {
  return (
    <div class="field">
      <label for={id} class={quiet ? 'unheard' : ''}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface SwitchProps {
  readonly label: string
  readonly on: boolean
  change(on: boolean): void
  readonly disabled?: boolean
}

/** Something that is on or off, at once. */
export function Switch({ label, on, change, disabled = false }: SwitchProps) {
  return (
    <button type="button" role="switch" class="switch" aria-checked={on} disabled={disabled} onClick={() => change(!on)}>
      <span class="unheard">{label}</span>
    </button>
  )
}

interface CheckFieldProps {
  readonly label: string
  readonly checked: boolean
  change(checked: boolean): void
}

/** Something that is so or not. */
export function CheckField({ label, checked, change }: CheckFieldProps) {
  const id = useId()
  return (
    <p class="check">
      <input id={id} type="checkbox" checked={checked} onChange={(event) => change(event.currentTarget.checked)} />{' '}
      <label for={id}>{label}</label>
    </p>
  )
}

interface TextAreaProps extends Omit<FieldProps, 'quiet'> {
  readonly rows?: number
}

/** A field of many lines, such as a body. */
export function TextArea({ label, value, change, rows = 8, hint }: TextAreaProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint}>
      <textarea
        id={id}
        class="code"
        rows={rows}
        value={value}
        spellcheck={false}
        autoComplete="off"
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </Labelled>
  )
}
