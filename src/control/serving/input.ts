/** Reads a control row's input and refuses unknown names. */
import type { z } from 'zod'
import type { Match } from '../../service/engine/route.ts'
import { BodyTooLarge, type Call, type CallBody, header } from '../../service/wire/call.ts'
import { excessIn, sizeError } from '../../service/wire/json.ts'
import { demandPathValue, Misuse, unknownName } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import type { Input, JsonBody } from '../../service/wire/row.ts'
import type { ControlRow } from '../rows/row.ts'

/** In bytes. */
export const bodyLimit = 1_048_576

type MatchedRow = Extract<Match<ControlRow>, { values: unknown }>

/** Reads an entire body. Rejects with {@link BodyTooLarge} or ClientGone. */
type Collect = (body: CallBody, limit: number) => Promise<Uint8Array>

export async function readInput(call: Call, query: string, { route, values }: MatchedRow, collect: Collect): Promise<Input> {
  const { request } = route.row
  const params = Object.fromEntries(route.names.map((name, at) => [name, values[at] ?? '']))
  for (const [name, value] of Object.entries(params)) demandPathValue(name, value)
  return {
    params: check('path', request.params, params),
    query: check('query', request.query, queryOf(query), namesOf(request.query)),
    headers: {},
    body: await bodyOf(call, request.body, collect),
  } as Input
}

function bodyOf(call: Call, body: ControlRow['request']['body'], collect: Collect): unknown {
  if (body?.kind === 'bytes') return call.body
  return body?.kind === 'json' ? readBody(call, body, collect) : undefined
}

/** Returns undefined if the schema accepts any name. In that case, the row itself refuses unknown names. */
const namesOf = (schema: z.ZodObject | undefined): readonly string[] | undefined =>
  schema?.def.catchall ? undefined : Object.keys(schema?.shape ?? {})

function check(part: string, schema: z.ZodObject | undefined, value: Record<string, unknown>, known?: readonly string[]): unknown {
  const unknown = Object.keys(value).find((name) => known && !known.includes(name))
  if (known && unknown !== undefined)
    throw unknownName(`${part}: unknown ${part === 'query' ? 'parameter' : 'member'} ${quoted(unknown)}.`, unknown, known)
  return schema ? readAs(part, schema, value, '.') : {}
}

function queryOf(query: string): Record<string, string> {
  const named = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (named.has(name)) throw new Misuse(`query: ${quoted(name)} appears twice.`)
    named.set(name, value)
  }
  return Object.fromEntries(named)
}

async function readBody(call: Call, { schema, optional, limit }: JsonBody, collect: Collect): Promise<unknown> {
  const bytes = call.body ? await collect(call.body, limit ?? bodyLimit).catch(refuseLarge) : new Uint8Array()
  if (bytes.byteLength === 0 && optional) return undefined
  if (bytes.byteLength === 0) throw new Misuse('body: a JSON body is required.')
  const type = (header(call.headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Misuse('Use Content-Type: application/json.', undefined, 415)
  return readAs('body', schema, parse(bytes, limit), '.')
}

/** Turns a body that is too large into a Misuse, and rethrows everything else. */
export function refuseLarge(thrown: unknown): never {
  throw thrown instanceof BodyTooLarge ? new Misuse(thrown.message, undefined, 413) : thrown
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body. If a row has its own size limit, the number of values is not limited. */
function parse(bytes: Uint8Array, limit: number | undefined): unknown {
  const text = decode(bytes)
  const excess = limit === undefined ? undefined : excessIn(text, limit)
  const reason = limit === undefined ? sizeError(text)?.reason : excess && `the JSON ${excess}.`
  if (reason !== undefined) throw new Misuse(`body: ${reason}`)
  try {
    return JSON.parse(text)
  } catch (thrown) {
    throw new Misuse(`body: invalid JSON. ${(thrown as Error).message}.`)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Misuse('body: invalid UTF-8.')
  }
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100))
