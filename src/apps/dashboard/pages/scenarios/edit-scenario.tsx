/** The scenario editor, for a new scenario, a copy, or a scenario generated from a call. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Button, CloseButton } from '../../components/button.tsx'
import { TextField } from '../../components/fields.tsx'
import { Problem } from '../../components/list.tsx'
import { download, say } from '../../components/toast.tsx'
import { attempt, callControl, useChange, useControl } from '../../data/control.ts'
import { isObject } from '../../data/json.ts'
import { go, hrefOf, useQueryValue } from '../../shell/address.ts'
import { operationsIn } from '../operations/document.ts'
import { scenarioSchemaIn } from './completions.ts'
import { Tried } from './proof.tsx'

/** Represents a new scenario in the URL. No scenario can have this name. */
export const newScenario = '_'

export function EditScenario({ name: from, close }: { readonly name: string; close(): void }) {
  const [call] = useQueryValue('call')
  const [finding] = useQueryValue('found')
  const [as] = useQueryValue('as')
  const [name, setName] = useState(as || (from === newScenario ? 'my-scenario' : from))
  const [text, setText] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    firstText(from === newScenario ? undefined : from, { call, finding }).then(setText, setFailure)
  }, [])
  const define = useChange('control.defineScenario', (made) => {
    go(hrefOf(['scenarios', made.name]))
    return `${made.name} was defined in this world.`
  })
  const prove = useChange('control.proveScenario')
  async function withDocument(act: (body: { name: string }) => void): Promise<void> {
    const { readYaml } = await import('./yaml.ts')
    const { value, errors } = readYaml(text ?? '')
    if (errors[0]) return say(errors[0].message, 'bad')
    if (!isObject(value)) return say('A scenario consists of a summary and rules.', 'bad')
    act({ ...value, name: name.trim() })
  }
  return (
    <article class="open box" aria-label="Write a scenario">
      <header>
        <h2>{from === newScenario ? 'New scenario' : `A scenario like ${from}`}</h2>
        <CloseButton label="Close the editor" close={close} />
      </header>
      <TextField
        label="Name"
        value={name}
        change={setName}
        hint="1 to 64 characters: a-z, 0-9 and -. A scenario with the same name is replaced."
        required
      />
      {failure !== undefined && <Problem error={failure} />}
      {text !== undefined && <Editor text={text} name={name} changed={setText} />}
      <p class="quiet">Press Ctrl+Space for completions. Mistakes are marked as you type.</p>
      <div class="actions start">
        <Button
          label="Define it"
          class="primary"
          disabled={text === undefined || define.isPending}
          act={() => attempt(() => withDocument((body) => define.mutate({ body })))}
        />
        <Button
          label="Try"
          disabled={text === undefined || prove.isPending}
          act={() => attempt(() => withDocument((body) => prove.mutate({ body })))}
        />
        <Button label="Download" disabled={text === undefined} act={() => download(`${name.trim()}.yaml`, 'text/plain', [text ?? ''])} />
      </div>
      <Tried run={prove} />
    </article>
  )
}

/** The editor owns the text after the first render. */
function Editor({ text, name, changed }: { readonly text: string; readonly name: string; changed(text: string): void }) {
  const host = useRef<HTMLDivElement>(null)
  const named = useRef(name)
  named.current = name
  const { data: openapi, isFetched } = useControl('control.showOpenapi')
  const schema = useMemo(() => scenarioSchemaIn(openapi), [openapi])
  useEffect(() => {
    const element = host.current
    if (!element || !isFetched) return
    let end: (() => void) | undefined
    let gone = false
    void import('./code-editor.ts').then(({ openCodeEditor }) => {
      if (gone) return
      const check = async (document: unknown) => {
        const given = typeof document === 'object' && document !== null ? document : {}
        const checked = named.current.trim()
        const { mistakes, places } = await callControl('control.checkScenario', { body: { ...given, name: checked } })
        return mistakes.map((message, nth) => ({ message: withoutName(message, checked), part: places[nth] ?? { path: [] } }))
      }
      end = openCodeEditor(element, { text, label: "The scenario's document", schema, changed, check })
    })
    return () => {
      gone = true
      end?.()
    }
  }, [isFetched])
  return <div class="code" ref={host} />
}

/** Removes the scenario's name from a message, because the editor contains only this scenario. */
function withoutName(message: string, scenario: string): string {
  const start = `Scenario ${scenario}`
  return message.startsWith(start) ? message.slice(start.length).replace(/^[,:]? /, '') : message
}

const template = `summary: Searching returns 503 twice
guidance: Retry with backoff.
rules:
  - on: fileTransfer.search
    calls: 1-2
    respond: { status: 503 }
proof:
  - { call: fileTransfer.search, times: 2, expect: 503 }
  - { call: fileTransfer.search, expect: 200 }
`

/** The basis for a new scenario: a call, or a finding from an exploration. Both are empty for a scenario without a basis. */
interface Origin {
  readonly call: string
  readonly finding: string
}

/** Returns an existing scenario's document, a generated document, or a template. */
async function firstText(scenario: string | undefined, { call, finding }: Origin): Promise<string> {
  const { yamlOf } = await import('./yaml.ts')
  if (scenario !== undefined) return yamlOf((await callControl('control.showScenario', { params: { name: scenario } })).document)
  if (finding !== '') {
    const { report } = await callControl('control.showExploration')
    return yamlOf(report?.findings.find(({ name }) => name === finding)?.scenario ?? {})
  }
  return call === '' ? template : yamlOf(await documentOf(call))
}

/**
 * Returns a scenario that answers this caller's later calls to the operation the same way as this call. If the call succeeded, the scenario
 * makes the later calls fail.
 */
async function documentOf(call: string): Promise<unknown> {
  const { operation, status, code, caller } = await callControl('control.showJournalLine', { params: { id: call } })
  const failed = status !== null && status >= 400
  const answer = failed && code !== null ? { refuse: { code } } : { respond: { status: failed ? status : 503 } }
  const where = caller?.org == null ? {} : { where: { org: caller.org } }
  // The proof makes its calls as this caller, because the rule may not apply to the caller in the operation's example.
  const as = caller?.org == null ? {} : { as: { org: caller.org, ...(caller.orgNo !== null && { orgNo: caller.orgNo }) } }
  const expect = failed && code !== null ? { status, code } : failed ? status : 503
  // A proof cannot call a job, or a path that has no operation.
  const known = operation === null ? undefined : operationsIn(await callControl('control.showOpenapi')).find(({ id }) => id === operation)
  const given = known?.given === undefined ? {} : { given: known.given }
  const proof = known ? { ...given, proof: [{ call: known.id, ...as, expect }] } : {}
  return {
    summary: `${operation ?? 'Every call'} returns ${failed ? (code ?? status) : 503}, generated from call ${call}`,
    rules: [{ on: operation ?? 'all', ...where, ...answer }],
    ...proof,
  }
}
