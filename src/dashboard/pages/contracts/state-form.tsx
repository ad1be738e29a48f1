/** One provider state: its parameters, and the values after it is arranged. */
import { useState } from 'preact/hooks'
import type { ControlReply } from '../../../control/rows/client.ts'
import { Copy } from '../../components/copy.tsx'
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { Text } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import { storyHref } from '../../shell/address.ts'

export type ProviderState = ControlReply<'control.listProviderStates'>['providerStates'][number]

/** The JSON Schema of a parameter, as far as the form needs it. */
interface ParamSchema {
  readonly type?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly description?: string
}

export function StateForm({ given: { state, params } }: { readonly given: ProviderState }) {
  const names = Object.keys(params)
  const schemaOf = (name: string) => (params[name] ?? {}) as ParamSchema
  const [written, write] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(names.map((name) => [name, textOf(schemaOf(name).default)])),
  )
  const [values, setValues] = useState<Readonly<Record<string, string>>>()
  const arrange = useChange('control.arrangeProviderState', (reply) => {
    setValues(reply)
    return `Arranged: ${state}.`
  })
  const tearDown = useChange('control.arrangeProviderState', () => {
    setValues(undefined)
    return 'The world is as it was at its start.'
  })

  return (
    <form
      class="card"
      aria-label={state}
      onSubmit={(event) => {
        event.preventDefault()
        const asked = names.flatMap((name) => (written[name] === '' ? [] : [[name, typedAs(written[name] ?? '', schemaOf(name))]]))
        arrange.mutate({ body: { state, params: Object.fromEntries(asked), action: 'setup' } })
      }}
    >
      <h2>{state}</h2>
      {names.length === 0 ? (
        <p class="quiet">It takes no parameters.</p>
      ) : (
        <div class="fields">
          {names.map((name) => {
            const { enum: choices, description } = schemaOf(name)
            const field = {
              label: name,
              value: written[name] ?? '',
              change: (value: string) => write({ ...written, [name]: value }),
              hint: description,
            }
            return choices ? (
              <ChoiceField key={name} {...field} choices={Object.fromEntries(choices.map((each) => [each, each]))} />
            ) : (
              <TextField key={name} {...field} />
            )
          })}
        </div>
      )}
      <div class="actions start">
        <button type="submit" class="primary" disabled={arrange.isPending}>
          Arrange
        </button>
        <button type="button" onClick={() => tearDown.mutate({ body: { state, action: 'teardown' } })}>
          Tear down
        </button>
        <p class="quiet">To tear down resets the world.</p>
      </div>
      <output>{values && <Values of={values} />}</output>
    </form>
  )
}

function Values({ of: values }: { readonly of: Readonly<Record<string, string>> }) {
  const names = Object.keys(values)
  if (names.length === 0) return <p class="quiet">It is arranged, and leaves no values.</p>
  return (
    <ul class="values" aria-label="Values">
      {names.map((name) => (
        <li key={name}>
          <span class="quiet">{name}</span>
          <p class="code-line">
            <Text as="code">{values[name]}</Text>
            <Copy text={values[name] ?? ''} what={name} />
            {name.endsWith('Id') && <a href={storyHref(values[name] ?? '')}>story</a>}
          </p>
        </li>
      ))}
    </ul>
  )
}

const textOf = (value: unknown): string => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value))

/** Texts stay texts; numbers, booleans and lists are read as JSON where they are. */
function typedAs(text: string, { type }: ParamSchema): unknown {
  if (type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
