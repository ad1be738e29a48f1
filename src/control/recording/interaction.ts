/** Writes a pact interaction in version 4 of the format. */

import type { GivenValues } from '../../service/failures/givens.ts'
import { utf8 } from '../../service/wire/text.ts'
import type { DialectName } from '../../service/wire/vocabulary.ts'
import type { Json } from '../openapi/json-schema.ts'
import { type Draft, filled, filledIn, namesIn, placeholders } from './draft.ts'
import type { ExpectedReply } from './reply.ts'
import type { State } from './starts.ts'

export interface Told {
  readonly description: string
  readonly states: readonly State[]
  readonly draft: Draft
  readonly expected: ExpectedReply
  readonly values: GivenValues
  /** The only dialect in which the interaction is valid; undefined if it is valid in both. */
  readonly dialect?: DialectName | undefined
}

const rule = (...matchers: readonly Json[]) => ({ combine: 'AND', matchers })
const fromState = (expression: string) => ({ type: 'ProviderState', expression })

export const interactionOf = ({ description, states, draft, expected, values, dialect }: Told): Json => ({
  type: 'Synchronous/HTTP',
  description,
  pending: false,
  ...(states.length > 0 && { providerStates: states }),
  ...(dialect && { comments: { dialect } }),
  request: requestOf(draft),
  response: responseOf(expected, values),
})

function requestOf({ method, path, query, headers, body }: Draft): Json {
  const values = placeholders()
  const stated: [place: 'path' | 'header' | 'body', name: string, expression: string][] = [
    ...(namesIn(path).length > 0 ? [['path', '', path] as const] : []),
    ...Object.entries(headers).flatMap(([name, value]) => (namesIn(value).length > 0 ? [['header', titled(name), value] as const] : [])),
    ...(body && 'json' in body ? expressionsIn(body.json).map(([where, value]) => ['body', where, value] as const) : []),
  ].map(([part, name, expression]) => [part, name, expression])
  const table = (written: (expression: string) => Json) => {
    const places: Record<string, Json> = {}
    for (const [part, name, expression] of stated)
      places[part] = part === 'path' ? written(expression) : { ...places[part], [name]: written(expression) }
    return places
  }
  return {
    method,
    path: filled(path, values),
    ...(Object.keys(query).length > 0 && { query }),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [titled(name), [filled(value, values)]])),
    ...(body && {
      body:
        'json' in body
          ? { content: filledIn(body.json, values), contentType: 'application/json', encoded: false }
          : { content: base64(body.text), contentType: headers['content-type'] ?? 'application/octet-stream', encoded: 'base64' },
    }),
    ...(stated.length > 0 && { generators: table(fromState), matchingRules: table(() => rule({ match: 'type' })) }),
  }
}

function responseOf({ status, headers, body }: ExpectedReply, values: GivenValues): Json {
  const ids = new Map(
    Object.entries(values).flatMap(([name, value]) => (/^[\da-f-]{36}$/.test(value) ? [[value, `\${${name}}`] as const] : [])),
  )
  const left = body?.kind === 'json' ? idsIn(body.content, ids) : []
  const header = Object.fromEntries(Object.entries(headers).map(([name, { regex }]) => [name, rule({ match: 'regex', regex })]))
  const bodyRules =
    body?.kind === 'json'
      ? Object.fromEntries(Object.entries(body.rules).map(([path, matchers]) => [path, rule(...matchers)]))
      : body?.kind === 'bytes'
        ? { $: rule({ match: 'equality' }) }
        : body?.kind === 'text'
          ? { $: rule({ match: 'type' }) }
          : {}
  return {
    status,
    ...(Object.keys(headers).length > 0 && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, [value]])),
    }),
    ...(body && { body: contentOf(body) }),
    matchingRules: { ...(Object.keys(header).length > 0 && { header }), ...(Object.keys(bodyRules).length > 0 && { body: bodyRules }) },
    ...(left.length > 0 && { generators: { body: Object.fromEntries(left.map(([path, expression]) => [path, fromState(expression)])) } }),
  }
}

function contentOf(body: NonNullable<ExpectedReply['body']>): Json {
  if (body.kind === 'bytes') return { content: base64(body.content), contentType: 'application/octet-stream', encoded: 'base64' }
  return { content: body.content, contentType: body.kind === 'json' ? 'application/json' : 'text/plain', encoded: false }
}

/** Returns the leaves of a value, with their Pact paths. */
function leavesOf(json: unknown, path = '$', isReply = false): [path: string, leaf: unknown][] {
  if (Array.isArray(json)) return json.flatMap((each, at) => leavesOf(each, `${path}[${isReply ? '*' : at}]`, isReply))
  if (typeof json !== 'object' || json === null) return [[path, json]]
  return Object.entries(json).flatMap(([name, each]) =>
    leavesOf(each, `${path}${/^\w+$/.test(name) ? `.${name}` : `['${name}']`}`, isReply),
  )
}

const expressionsIn = (json: unknown) =>
  leavesOf(json).flatMap(([path, leaf]) => (typeof leaf === 'string' && namesIn(leaf).length > 0 ? [[path, leaf] as const] : []))

const idsIn = (json: unknown, ids: ReadonlyMap<string, string>) =>
  leavesOf(json, '$', true).flatMap(([path, leaf]) => {
    const expression = typeof leaf === 'string' ? ids.get(leaf) : undefined
    return expression ? [[path, expression] as const] : []
  })

const titled = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
const base64 = (text: string) => btoa(String.fromCharCode(...utf8(text)))
