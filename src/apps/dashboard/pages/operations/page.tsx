/** The service's operations as forms, each filled in with an example. */
import { useMemo } from 'preact/hooks'
import { Empty, Loaded, Pick, QueryText } from '../../components/list.tsx'
import { base, useControl } from '../../data/control.ts'
import { hrefOf, type PageProps, useQueryValue } from '../../shell/address.ts'
import { type Operation, operationsIn } from './document.ts'
import { OperationForm } from './operation.tsx'
import './operations.css'

export function page({ rest: [open] }: PageProps) {
  const document = useControl('control.showOpenapi')
  return (
    <div class={`try register ${open === undefined ? '' : 'opened'}`}>
      <Loaded of={document}>{(read) => <Operations document={read} open={open} />}</Loaded>
    </div>
  )
}

function Operations({ document, open }: { readonly document: unknown; readonly open: string | undefined }) {
  const operations = useMemo(() => operationsIn(document), [document])
  const chosen = operations.find(({ id }) => id === open)
  return (
    <>
      <List operations={operations} open={open} />
      {chosen ? (
        <OperationForm key={chosen.id} document={document} operation={chosen} />
      ) : (
        <div class="operation">
          <Empty title={open === undefined ? 'Choose an operation.' : 'Operation not found.'}>
            <p>
              Each has an example and a suitable token. They are also described in the{' '}
              <a href={`${base}/_standin/openapi.json`} target="_blank" rel="noreferrer">
                OpenAPI document
              </a>
              .
            </p>
          </Empty>
        </div>
      )}
    </>
  )
}

function List({ operations, open }: { readonly operations: readonly Operation[]; readonly open: string | undefined }) {
  const [text] = useQueryValue('text')
  const wanted = text.toLowerCase()
  const fitting = operations.filter(({ id, path, summary }) => `${id} ${path} ${summary}`.toLowerCase().includes(wanted))
  return (
    <div class="list">
      <h1>Try it</h1>
      <QueryText name="text" label="Find an operation" type="search" />
      {[...Map.groupBy(fitting, ({ tag }) => tag)].map(([tag, ofTag]) => (
        <section key={tag}>
          <h2>{titleOf(tag)}</h2>
          <ul>
            {ofTag.map(({ id, method, summary }) => (
              <li key={id}>
                <Pick href={hrefOf(['operations', id], { text })} current={id === open}>
                  <span class={`verb ${method.toLowerCase()}`}>{method}</span> {summary}
                </Pick>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {fitting.length === 0 && <p class="quiet">No operation matches.</p>}
    </div>
  )
}

/** `fileTransfer` → `File transfer`. */
const titleOf = (tag: string) => {
  const words = tag.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
