/** Form fields with their labels. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly value: string
  change(value: string): void
  readonly hint?: string | undefined
  /** Shows the label to screen readers only. */
  readonly quiet?: boolean
}

export interface InputProps extends FieldProps {
  readonly type?: 'text' | 'search' | 'number' | 'password'
  readonly placeholder?: string | undefined
  /** Suggested values; other values are allowed. */
  readonly choices?: readonly string[] | undefined
  readonly required?: boolean
  readonly autoFocus?: boolean
}

export const TextField = ({ label, change, hint, quiet, type = 'text', choices, ...rest }: InputProps) => (
  <Labelled label={label} hint={hint} quiet={quiet}>
    {(named) => (
      <>
        <input
          {...named}
          {...rest}
          type={type}
          autoComplete="off"
          spellcheck={false}
          {...(choices && { list: `${named.id}-choices` })}
          onInput={(event) => change(event.currentTarget.value)}
        />
        {choices && (
          <datalist id={`${named.id}-choices`}>
            {choices.map((choice) => (
              <option key={choice} value={choice} />
            ))}
          </datalist>
        )}
      </>
    )}
  </Labelled>
)

export interface ChoiceProps extends FieldProps {
  /** Value → displayed text. */
  readonly choices: Readonly<Record<string, string>>
}

export const ChoiceField = ({ value, change, choices, ...rest }: ChoiceProps) => (
  <Labelled {...rest}>
    {(named) => (
      <select {...named} value={value} onChange={(event) => change(event.currentTarget.value)}>
        {Object.entries(choices).map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

export const choicesOf = (values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((each) => [each, each]))

interface TextAreaProps extends Omit<FieldProps, 'quiet'> {
  readonly rows?: number
  readonly required?: boolean
}

export const TextArea = ({ value, change, rows = 8, required = false, ...rest }: TextAreaProps) => (
  <Labelled {...rest}>
    {(named) => (
      <textarea
        {...named}
        class="code"
        rows={rows}
        required={required}
        value={value}
        spellcheck={false}
        autoComplete="off"
        onInput={(event) => change(event.currentTarget.value)}
      />
    )}
  </Labelled>
)

export const filledLines = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter((line) => line !== '')

interface LabelledProps extends Pick<FieldProps, 'label' | 'hint'> {
  readonly quiet?: boolean | undefined
  children(named: { readonly id: string }): ComponentChildren
}

function Labelled({ label, hint, quiet = false, children }: LabelledProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id} class={quiet ? 'unheard' : ''}>
        {label}
      </label>
      {children({ id, ...(hint !== undefined && { 'aria-describedby': `${id}-hint` }) })}
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

/** A switch that takes effect immediately. */
export const Switch = ({ label, on, change, disabled = false }: SwitchProps) => (
  <button type="button" role="switch" class="switch" aria-checked={on} disabled={disabled} onClick={() => change(!on)}>
    <span class="unheard">{label}</span>
  </button>
)

interface CheckFieldProps {
  readonly label: string
  readonly checked: boolean
  change(checked: boolean): void
}

export function CheckField({ label, checked, change }: CheckFieldProps) {
  const id = useId()
  return (
    <p class="check">
      <input id={id} type="checkbox" checked={checked} onChange={(event) => change(event.currentTarget.checked)} />{' '}
      <label for={id}>{label}</label>
    </p>
  )
}

interface CheckListProps<Name extends string> {
  readonly of: readonly Name[]
  readonly chosen: readonly Name[]
  change(chosen: readonly Name[]): void
  show(name: Name): ComponentChildren
}

export function CheckList<Name extends string>({ of: names, chosen, change, show }: CheckListProps<Name>) {
  return names.map((name) => (
    <label key={name}>
      <input
        type="checkbox"
        checked={chosen.includes(name)}
        onChange={(event) => change(event.currentTarget.checked ? [...chosen, name] : chosen.filter((each) => each !== name))}
      />
      {show(name)}
    </label>
  ))
}
