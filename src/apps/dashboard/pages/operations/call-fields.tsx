/** The fields of a call (parameters, token and body), and the call built from them. */
import { demandPathValue } from '../../../../control/client.ts'
import { Tabs } from '../../components/button.tsx'
import { ChoiceField, choicesOf, TextArea, TextField } from '../../components/fields.tsx'
import type { Caller } from '../../components/service-call.tsx'
import { BodyForm } from './body-form.tsx'
import type { Operation, Parameter, Schema } from './document.ts'

type Values = Readonly<Record<string, string>>

export const keyOf = ({ in: parameterLocation, name }: Pick<Parameter, 'in' | 'name'>): string => `${parameterLocation} ${name}`
export const partKey = (name: string): string => `part ${name}`

/** True if the body is a form, which has a field for each part. */
export const isForm = ({ body }: Operation): boolean =>
  body !== undefined && /^(?:multipart\/form-data|application\/x-www-form-urlencoded)$/.test(body.type)

const partsOf = ({ body }: Operation) => (body?.example ?? {}) as Readonly<Record<string, unknown>>

/** Sets only parameters that have an example, so that a first call is not filtered by accident. */
export function exampleValues(operation: Operation): Values {
  const parameters = operation.parameters.flatMap((each) =>
    each.example === undefined ? [] : [[keyOf(each), `${each.example as string | number | boolean}`]],
  )
  const parts = isForm(operation)
    ? Object.entries(partsOf(operation)).map(([name, value]) => [partKey(name), [value].flat().join('\n')])
    : []
  return Object.fromEntries([...parameters, ...parts])
}

export function exampleBody({ body }: Operation): string {
  if (body?.example === undefined) return ''
  return typeof body.example === 'string' ? body.example : JSON.stringify(body.example, undefined, 2)
}

/** Throws for a value that is not allowed in a path, because the browser would call a different operation. */
export function demandPath({ parameters }: Operation, values: Values): void {
  for (const each of parameters) if (each.in === 'path') demandPathValue(each.name, values[keyOf(each)] ?? '')
}

export function targetOf({ path, parameters }: Operation, values: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values[keyOf({ in: 'path', name })] ?? '').toWellFormed()),
  )
  const query = new URLSearchParams(given(parameters, 'query', values)).toString()
  return `${filled}${query && `?${query}`}`
}

const given = (parameters: readonly Parameter[], parameterLocation: Parameter['in'], values: Values): string[][] =>
  parameters.flatMap((each) => {
    const value = values[keyOf(each)] ?? ''
    return each.in === parameterLocation && value !== '' ? [[each.name, value]] : []
  })

/** Omits a multipart form's content type, which the browser sets. */
export function headersOf({ body, parameters }: Operation, values: Values): Record<string, string> {
  const type = body && body.type !== 'multipart/form-data' ? { 'content-type': body.type } : {}
  return { ...type, ...Object.fromEntries(given(parameters, 'header', values)) }
}

/** Returns a form's fields. The content of a file is the text in its field. */
export function formOf(
  { body }: Operation,
  names: readonly (readonly [name: string, isFile: boolean])[],
  values: Values,
): FormData | string {
  const pairs = names.flatMap(([name, isFile]) =>
    (values[partKey(name)] ?? '')
      .split(isFile ? '\0' : '\n')
      .filter((value) => value !== '')
      .map((value) => [name, value, isFile] as const),
  )
  if (body?.type !== 'multipart/form-data') return new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()
  const form = new FormData()
  for (const [name, value, isFile] of pairs) {
    if (isFile) form.append(name, new Blob([value], { type: 'application/octet-stream' }), 'file')
    else form.append(name, value)
  }
  return form
}

/** The grant in a token request's example. A grant can be used only once and expires after two minutes. */
export const grantKey = partKey('assertion')
/** Grant lifetime in seconds. */
const life = 120

/** Adds a fresh grant. Its signature is invalid, but Standin does not check it for unregistered clients. */
export function withFreshGrant(values: Values): Values {
  const [header = '', claims = '', signature = ''] = (values[grantKey] ?? '').split('.')
  if (signature === '') return values
  const iat = Math.floor(Date.now() / 1_000)
  const fresh = {
    ...(JSON.parse(atob(plain(claims))) as object),
    iat,
    exp: iat + life,
    jti: crypto.getRandomValues(new Uint32Array(4)).join('-'),
  }
  return { ...values, [grantKey]: `${header}.${forAddress(btoa(JSON.stringify(fresh)))}.${signature}` }
}

const plain = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/')
const forAddress = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

interface BodyFieldProps {
  readonly document: unknown
  readonly body: NonNullable<Operation['body']>
  readonly text: string
  change(text: string): void
}

/** Maximum number of visible lines. Longer bodies scroll. */
const most = 18

/** Shows a JSON body as a form or as text, and any other body only as text. */
export function BodyField({ document, body: { type, schema }, text, change }: BodyFieldProps) {
  const asText = () => <TextArea label={`Body, ${type}`} value={text} change={change} rows={Math.min(most, text.split('\n').length + 1)} />
  if (!/[/+]json$/.test(type)) return asText()
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

export function ParameterField({ name, schema: { enum: choices, type, format }, hint, required, value, change }: ParameterFieldProps) {
  const label = required ? `${name} *` : name
  if (choices) {
    const given = { ...(!required && { '': 'not sent' }), ...choicesOf(choices.map(String)) }
    return <ChoiceField label={label} hint={hint} value={value} change={change} choices={given} />
  }
  const field = { label, value, change, required }
  if (format === 'binary') return <TextArea {...field} hint={hint} rows={4} />
  if (type === 'array') return <TextArea {...field} hint={hint ?? 'One per line.'} rows={2} />
  return <TextField {...field} hint={hint} />
}

interface TokenFieldsProps {
  /** `null` for a call without a token. */
  readonly caller: Caller | null
  change(caller: Caller | null): void
}

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

/** A service owner from the fixtures. */
const first: Caller = { org: 'ttd', orgNo: '991825827', scope: '' }
