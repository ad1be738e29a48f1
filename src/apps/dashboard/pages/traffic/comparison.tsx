/** The differences between two calls, side by side. */

import { Table } from '../../components/facts.tsx'
import { TextField } from '../../components/fields.tsx'
import { Loaded } from '../../components/list.tsx'
import { Text } from '../../components/text.tsx'
import { useControl } from '../../data/control.ts'
import { type JournalLine, journalNow, version } from '../../data/journal.ts'
import { parseJson } from '../../data/json.ts'
import { useQueryValue } from '../../shell/address.ts'
import type { FullLine } from './course.tsx'

export function Comparison({ line, other }: { readonly line: FullLine; readonly other: string }) {
  const [, setOther] = useQueryValue('with')
  // Subscribes the component to each batch.
  void version.value
  const { lines } = journalNow()
  const alike = lines.filter(({ id, operation, method }) => id !== line.id && operation === line.operation && method !== null).slice(-50)
  return (
    <section aria-label="Comparison">
      <h3>Compared</h3>
      <TextField label="With line" value={other} change={setOther} choices={alike.map(({ id }) => id).reverse()} />
      <Differences key={other} line={line} other={other} />
    </section>
  )
}

function Differences({ line, other }: { readonly line: FullLine; readonly other: string }) {
  const read = useControl('control.showJournalLine', { params: { id: other } })
  return (
    <Loaded of={read}>
      {(full) => {
        const differences = differencesOf(line, full)
        if (differences.length === 0) return <p class="quiet">No differences.</p>
        return (
          <Table<Difference>
            label={`Differences between line ${line.id} and line ${other}`}
            rows={differences}
            keyOf={({ what }) => what}
            columns={[
              { title: 'What', cell: ({ what }) => <Text>{what}</Text> },
              { title: `Line ${line.id}`, cell: ({ one }) => <Text>{one}</Text> },
              { title: `Line ${other}`, cell: (each) => <Text>{each.other}</Text> },
            ]}
          />
        )
      }}
    </Loaded>
  )
}

/** Returns the newest other call to the same operation, or else the newest other call to any operation. */
export function nearestTo({ id, operation }: FullLine, calls: readonly JournalLine[]): string | undefined {
  const others = calls.filter((each) => each.id !== id && each.method !== null)
  return (others.findLast((each) => each.operation === operation) ?? others.at(-1))?.id
}

interface Difference {
  readonly what: string
  /** Undefined if the line does not contain the value. */
  readonly one: string | undefined
  readonly other: string | undefined
}

function differencesOf(one: FullLine, other: FullLine): Difference[] {
  const [ofOne, ofOther] = [factsOf(one), factsOf(other)]
  return [...new Set([...ofOne.keys(), ...ofOther.keys()])].flatMap((what) => {
    const pair = { what, one: ofOne.get(what), other: ofOther.get(what) }
    return pair.one === pair.other ? [] : [pair]
  })
}

function factsOf({ request, reply, caller, token, stage, ...line }: FullLine): Map<string, string> {
  const facts = new Map<string, string>()
  const add = (what: string, value: unknown): void => {
    if (value !== null && value !== undefined && value !== '')
      facts.set(what, typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`)
  }
  const { status, code, why, committed, scenario, method, path } = line
  const short = { status, code, why, 'ended in': stage, committed, scenario, method, path, query: request.query }
  for (const [what, value] of Object.entries(short)) add(what, value)
  add('caller', caller && [caller.org, caller.orgNo].filter((each) => each !== null).join(' '))
  add('scopes', token?.scopes.join(' '))
  for (const [name, value] of Object.entries(request.headers)) add(`request header ${name}`, [value].flat().join(', '))
  for (const [name, value] of Object.entries(reply?.headers ?? {})) add(`reply header ${name}`, [value].flat().join(', '))
  addMembers('request', request.body, add)
  addMembers('reply', reply?.body ?? null, add)
  return facts
}

type Add = (what: string, value: unknown) => void

/** Adds a JSON body member by member, and any other body as a whole. */
function addMembers(what: string, body: string | null, add: Add): void {
  if (body === null) return
  const value = parseJson(body)
  if (value === undefined) add(`${what} body`, body)
  else walk(what, value, add)
}

function walk(what: string, value: unknown, add: Add): void {
  if (typeof value !== 'object' || value === null) add(what, JSON.stringify(value))
  else for (const [name, member] of Object.entries(value)) walk(`${what}.${name}`, member, add)
}
