/** The fields of a call: its parameters, its token, and its body. */
import { ChoiceField, TextArea, TextField } from '../../components/fields.tsx'
import type { Caller } from '../../components/service-call.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { BodyForm } from './body-form.tsx'
import type { Operation, Schema } from './document.ts'

interface BodyFieldProps {
  readonly document: unknown
  readonly body: NonNullable<Operation['body']>
  readonly text: string
  change(text: string): void
}

/** The most lines that are seen without scrolling. */
const most = 18

/** As a form where it is JSON, and as the text that is sent. */
export function BodyField({ document, body: { type, schema }, text, change }: BodyFieldProps) {
  const asText = () => <TextArea label={`Body, ${type}`} value={text} change={change} rows={Math.min(most, text.split('\n').length + 1)} />
  if (type !== 'application/json') return asText()
  return (
    <Tabs
      label="The body"
      tabs={[
        { title: 'Form', content: () => <BodyForm document={document} schema={schema} text={text} change={change} /> },
        { title: 'JSON', content: asText },
      ]}
    />
  )
}

interface ParameterFieldProps {
  readonly name: string
  readonly schema: Schema
  readonly hint?: string | undefined
  readonly required: boolean
  readonly value: string
  change(value: string): void
}

/** The field of a parameter or of a part of a form. */
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

interface TokenFieldsProps {
  /** Null: the call carries no token. */
  readonly caller: Caller | null
  change(caller: Caller | null): void
}

/** Whose token a call carries. */
export function TokenFields({ caller, change }: TokenFieldsProps) {
  const set = (name: 'org' | 'orgNo' | 'scope') => (value: string) => {
    const { [name]: _, ...others } = caller ?? {}
    change({ ...others, ...((value !== '' || name === 'scope') && { [name]: value }) })
  }
  return (
    <fieldset>
      <legend>
        <label>
          <input type="checkbox" checked={caller !== null} onChange={(event) => change(event.currentTarget.checked ? first : null)} /> With
          a token
        </label>
      </legend>
      {caller && (
        <div class="fields">
          <TextField label="Service owner" value={caller.org ?? ''} change={set('org')} />
          <TextField label="Organization number" value={caller.orgNo ?? ''} change={set('orgNo')} />
          <TextField label="Scopes" value={caller.scope ?? ''} change={set('scope')} />
        </div>
      )}
    </fieldset>
  )
}

/** A service owner that the fixtures know. */
const first: Caller = { org: 'ttd', orgNo: '991825827', scope: '' }
