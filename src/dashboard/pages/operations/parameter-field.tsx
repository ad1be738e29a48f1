/** The field of a parameter or of a part of a form. */
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { TextArea } from '../../components/text-area.tsx'
import type { Schema } from './document.ts'

interface ParameterFieldProps {
  readonly name: string
  readonly schema: Schema
  readonly hint?: string | undefined
  readonly required: boolean
  readonly value: string
  change(value: string): void
}

export function ParameterField({ name, schema: { enum: choices, type, format }, hint, required, value, change }: ParameterFieldProps) {
  const label = required ? `${name} *` : name
  if (choices) {
    const given = Object.fromEntries(choices.map((each) => [String(each), String(each)]))
    return (
      <ChoiceField label={label} hint={hint} value={value} change={change} choices={{ ...(!required && { '': 'not sent' }), ...given }} />
    )
  }
  if (format === 'binary') return <TextArea label={label} hint={hint} value={value} change={change} rows={4} />
  if (type === 'array') return <TextArea label={label} hint={hint ?? 'One a line.'} value={value} change={change} rows={2} />
  return <TextField label={label} hint={hint} value={value} change={change} />
}
