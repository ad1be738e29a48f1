/** An operation's form, which sends the call and shows the reply. */

import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/dialog.tsx'
import { bearerOf, callService, type ServiceReply, useServiceCall } from '../../components/service-call.tsx'
import { Copy, say } from '../../components/toast.tsx'
import { attempt, callControl } from '../../data/control.ts'
import { isObject, parseJson } from '../../data/json.ts'
import { hrefOf } from '../../shell/address.ts'
import {
  BodyField,
  demandPath,
  exampleBody,
  exampleValues,
  formOf,
  grantKey,
  headersOf,
  isForm,
  keyOf,
  ParameterField,
  partKey,
  TokenFields,
  targetOf,
  withFreshGrant,
} from './call-fields.tsx'
import { type Operation, schemaAt } from './document.ts'
import { Documentation } from './documentation.tsx'

export function OperationForm({ document, operation }: { readonly document: unknown; readonly operation: Operation }) {
  const [example, setExample] = useState(() => withFreshGrant(exampleValues(operation)))
  const [values, setValues] = useState(example)
  const [text, setText] = useState(() => withFreshId(exampleBody(operation)))
  const [ownId, setOwnId] = useState(() => idIn(text))
  const [caller, setCaller] = useState(operation.caller)
  const { send, outcome } = useServiceCall()
  const set = (key: string) => (value: string) => setValues((before) => ({ ...before, [key]: value }))
  const { properties: parts = {}, required = [] } = isForm(operation) && operation.body ? schemaAt(document, operation.body.schema) : {}
  const target = targetOf(operation, values)

  async function call(): Promise<ServiceReply> {
    demandPath(operation, values)
    const authorization = caller ? { authorization: await bearerOf(caller) } : {}
    const names = Object.entries(parts).map(([name, { format }]) => [name, format === 'binary'] as const)
    const body = isForm(operation) ? formOf(operation, names, values) : text
    return callService({ method: operation.method, path: target, headers: { ...headersOf(operation, values), ...authorization }, body })
  }

  function submit(): void {
    // This call uses the grant, so the next call needs a new one.
    if (values[grantKey] === example[grantKey]) {
      const next = withFreshGrant(values)
      setExample(next)
      setValues(next)
    }
    void send(call)
    // An id that the user entered is preserved, so that an order can be sent twice.
    if (ownId !== undefined && idIn(text) === ownId) {
      const next = withFreshId(text)
      setText(next)
      setOwnId(idIn(next))
    }
  }

  async function arrange(state: string): Promise<void> {
    const arranged = await callControl('control.arrangeProviderState', { body: { state, action: 'setup' } })
    const pathValues = Object.entries(operation.values).flatMap(([name, value]) =>
      arranged[value] ? [[keyOf({ in: 'path', name }), arranged[value]]] : [],
    )
    setValues((before) => ({ ...before, ...Object.fromEntries(pathValues) }))
    say(`Arranged: ${state}.`)
  }

  return (
    <article class="operation box" aria-label={operation.id}>
      <header>
        <a class="back" href={hrefOf(['operations'])}>
          All operations
        </a>
        <h2>{operation.summary}</h2>
        <p class="code-line">
          <code>
            {operation.method} {target}
          </code>
          <Copy text={target} what="the path" />
        </p>
      </header>
      <Form submit={submit}>
        {operation.given !== undefined && (
          <p class="given">
            The example requires that <em>{operation.given}</em>.{' '}
            <Button label="Arrange it" act={() => attempt(() => arrange(operation.given ?? ''))} />
          </p>
        )}
        <TokenFields caller={caller} change={setCaller} />
        <div class="fields">
          {operation.parameters.map((each) => (
            <ParameterField
              key={keyOf(each)}
              name={each.name}
              schema={each.schema}
              hint={each.description}
              required={each.required}
              value={values[keyOf(each)] ?? ''}
              change={set(keyOf(each))}
            />
          ))}
          {Object.entries(parts).map(([name, schema]) => (
            <ParameterField
              key={name}
              name={name}
              schema={schema}
              hint={schema.description}
              required={required.includes(name)}
              value={values[partKey(name)] ?? ''}
              change={set(partKey(name))}
            />
          ))}
        </div>
        {operation.body && !isForm(operation) && <BodyField document={document} body={operation.body} text={text} change={setText} />}
        <div class="actions start">
          <Button submit label="Send" class="primary" />
        </div>
      </Form>
      <div aria-live="polite">{outcome}</div>
      <Documentation document={document} operation={operation} />
    </article>
  )
}

/** Replaces the idempotencyId, because an order with a used id is not placed again. A body without an id is unchanged. */
function withFreshId(text: string): string {
  const id = idIn(text)
  if (id === undefined) return text
  const fresh = `${id.replace(/-[0-9a-f]{8}$/, '')}-${(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(16).padStart(8, '0')}`
  return JSON.stringify({ ...(JSON.parse(text) as object), idempotencyId: fresh }, undefined, 2)
}

function idIn(text: string): string | undefined {
  const body = parseJson(text)
  return isObject(body) && typeof body.idempotencyId === 'string' ? body.idempotencyId : undefined
}
