/** A field of many lines, such as a body. */
import { useId } from 'preact/hooks'

interface TextAreaProps {
  readonly label: string
  readonly value: string
  change(value: string): void
  readonly rows?: number
  readonly hint?: string | undefined
}

export function TextArea({ label, value, change, rows = 8, hint }: TextAreaProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
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
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
