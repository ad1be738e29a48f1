/** Extracts a call's request and reply from a journal line, if a pact can express them. */

import { areaName } from '../../service/areas/areas.ts'
import type { Dialect } from '../../service/areas/dialect.ts'
import { operationsById } from '../../service/areas/index.ts'
import type { Operation } from '../../service/areas/operation.ts'
import { compileRoutes } from '../../service/engine/route.ts'
import { header } from '../../service/wire/call.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import { jsonOf, type Line } from '../../service/world/journal.ts'

export interface Observation {
  readonly row: Operation
  /** With parameter names, such as `/broker/api/v1/filetransfer/{fileTransferId}`. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: readonly (readonly [name: string, value: string])[]
  /** Only headers that the row reads. */
  readonly headers: Readonly<Record<string, string>>
  readonly signed: boolean
  /** Undefined for no body; null for bytes, which the journal does not store. */
  readonly body: { readonly json: unknown } | null | undefined
  /** World time, in milliseconds since 1970. */
  readonly at: number
  readonly status: number
  readonly reply: { readonly headers: Readonly<Record<string, string>>; readonly text: string | null }
}

/** Finders for the paths of rows, keyed by dialect and row. */
const finders = new Map<string, ReturnType<typeof compileRoutes<Operation>>>()

/** If a pact cannot express the call, returns a string with the reason. */
export function observe(line: Line, dialect: Dialect): Observation | string {
  const row = operationsById.get(line.operation ?? '')
  if (!row) return 'it matches no operation'
  if (areaName(row.id) === 'authentication') return 'token calls are not part of a pact'
  if (line.status === null || line.replyHeaders === null || line.cut) return 'its reply was cut off'
  const find = getOrCreate(finders, `${dialect.name} ${row.id}`, () => compileRoutes([row], dialect))
  const match = find(row.method, line.path ?? '')
  if (!match || !('values' in match)) return 'its path does not match the row'
  const body = bodyOf(row, line)
  if (typeof body === 'string') return body
  if (line.replyBody !== null && line.replyBody.length < line.replyBytes / 4) return 'its reply is longer than the journal stores'
  const values = [...match.values]
  const { names } = match.route
  return {
    row,
    path: named(line.path ?? '', names, values),
    params: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])),
    query: [...new URLSearchParams(line.query)],
    headers: headersOf(row, line),
    signed: header(line.requestHeaders, 'authorization') !== undefined,
    body,
    at: line.at,
    status: line.status,
    reply: { headers: flat(line.replyHeaders), text: line.replyBody },
  }
}

/** Replaces parameter values with parameter names, starting from the end. */
function named(path: string, names: readonly string[], values: readonly string[]): string {
  const segments = path.split('/')
  for (const [at, name] of [...names.entries()].reverse()) {
    const segmentIndex = segments.findLastIndex((each) => each === values[at] || each === encodeURIComponent(values[at] ?? ''))
    if (segmentIndex >= 0) segments[segmentIndex] = `{${name}}`
  }
  return segments.join('/')
}

function bodyOf({ request }: Operation, line: Line): Observation['body'] | string {
  const { body } = request
  if (!body || (!line.requestBytes && line.requestBody === null && body.kind === 'json')) return undefined
  if (body.kind === 'bytes') return line.requestBytes === 0 ? undefined : null
  if (body.kind !== 'json') return 'the journal stores no forms'
  const json = jsonOf(line)
  return typeof json === 'string' ? `its body ${json}` : { json: json.value }
}

const read = ['content-type', 'accept', 'range']
/** Matches short values without special characters, such as numbers and keywords. Other values might contain personal data. */
const plain = /^[\w.,;=*/+ -]{0,80}$/

const headersOf = ({ request }: Operation, { requestHeaders }: Line) =>
  Object.fromEntries(
    Object.entries(flat(requestHeaders)).filter(
      ([name, value]) =>
        (read.includes(name) || (request.headers && name in request.headers.shape && name !== 'upload-metadata')) && plain.test(value),
    ),
  )

const flat = (named: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]])),
  )
