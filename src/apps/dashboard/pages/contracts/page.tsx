/** The provider states for contracts, with buttons that set them up and show their values. */

import { useState } from 'preact/hooks'
import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/dialog.tsx'
import { ChoiceField, choicesOf, TextField } from '../../components/fields.tsx'
import { Loaded, Register } from '../../components/list.tsx'
import { CodeLine } from '../../components/toast.tsx'
import { useChange, useControl, wholeList } from '../../data/control.ts'
import { parseJson } from '../../data/json.ts'
import { type PageProps, storyHref } from '../../shell/address.ts'

export function page({ rest: [open] }: PageProps) {
  const states = useControl('control.listProviderStates', { query: wholeList })
  return (
    <Loaded of={states}>
      {({ providerStates: all }) => (
        <Register<ProviderState>
          title="Contracts"
          lead="The provider states that contracts can use. Set up a state to prepare the world for a contract."
          path="contracts"
          entries={all}
          keyOf={({ state }) => state}
          textOf={({ state, params, values }) => [state, ...Object.keys(params), ...values].join(' ')}
          row={({ state, values }) => (
            <>
              {state}
              <br />
              <span class="quiet">{values.length === 0 ? 'returns no values' : `returns ${values.join(', ')}`}</span>
            </>
          )}
          open={open}
          show={(state) => <StateForm given={state} />}
          unknown="Provider state not found."
        />
      )}
    </Loaded>
  )
}

type ProviderState = ControlReply<'control.listProviderStates'>['providerStates'][number]

/** The parts of a parameter's JSON Schema that the form uses. */
interface ParamSchema {
  readonly type?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly description?: string
}

function StateForm({ given: { state, params } }: { readonly given: ProviderState }) {
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
    return 'The world was reset.'
  })
  function submit(): void {
    const given = names.flatMap((name) => (written[name] === '' ? [] : [[name, typedAs(written[name] ?? '', schemaOf(name))]]))
    arrange.mutate({ body: { state, params: Object.fromEntries(given), action: 'setup' } })
  }

  return (
    <Form class="card" label={state} submit={submit}>
      <h2>{state}</h2>
      {names.length === 0 ? (
        <p class="quiet">No parameters.</p>
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
            return choices ? <ChoiceField key={name} {...field} choices={choicesOf(choices)} /> : <TextField key={name} {...field} />
          })}
        </div>
      )}
      <div class="actions start">
        <Button submit label="Arrange" class="primary" disabled={arrange.isPending} />
        <Button label="Tear down" act={() => tearDown.mutate({ body: { state, action: 'teardown' } })} />
        <p class="quiet">Tearing down resets the world.</p>
      </div>
      <output>{values && <Values of={values} />}</output>
    </Form>
  )
}

function Values({ of: values }: { readonly of: Readonly<Record<string, string>> }) {
  const names = Object.keys(values)
  if (names.length === 0) return <p class="quiet">The state is set up. It returns no values.</p>
  return (
    <ul class="values" aria-label="Values">
      {names.map((name) => (
        <li key={name}>
          <span class="quiet">{name}</span>
          <CodeLine text={values[name] ?? ''} what={name}>
            {name.endsWith('Id') && <a href={storyHref(values[name] ?? '')}>story</a>}
          </CodeLine>
        </li>
      ))}
    </ul>
  )
}

const textOf = (value: unknown): string => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value))

/** Strings are returned unchanged. Numbers, booleans and lists are parsed as JSON if possible. */
function typedAs(text: string, { type }: ParamSchema): unknown {
  const value = type === 'string' ? undefined : parseJson(text)
  return value === undefined ? text : value
}
