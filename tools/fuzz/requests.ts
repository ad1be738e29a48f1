/** Creates calls to operations and control rows. Most calls are almost valid; some are nonsense. */

import { areaName, areas } from '../../src/service/areas/areas.ts'
import type { Identity } from '../../src/service/areas/client.ts'
import { paths, type RowFacts } from '../../src/service/wire/row.ts'
import { prefixesOf } from '../../src/service/wire/vocabulary.ts'
import type { Dice } from './dice.ts'
import type { Known } from './known.ts'
import { mutated, someText, someValue } from './values.ts'

export interface Made {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The caller; `null` for a call without a token. */
  readonly as: Identity | null
}

export interface Row extends RowFacts {
  readonly example?: Example
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Example extends Parts {
  readonly given?: string
  readonly as?: Identity | null
  input?(values: Readonly<Record<string, string>>): Parts
}

/** Replaces an example's values with values from givens, ids from replies, or nonsense. */
const valuesOf = (dice: Dice, { ids, named }: Known) =>
  new Proxy<Readonly<Record<string, string>>>(
    {},
    {
      get(_, name) {
        const left = named(String(name))
        return left.length > 0 && dice.chance(0.7) ? dice.one(left) : someText(dice, ids)
      },
    },
  )

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/octet-stream',
  'text/plain',
  'application/x-www-form-urlencoded',
  '',
]

/** Headers that change the behaviour. Excludes slow scenarios. */
const oddHeaders: readonly (readonly [string, readonly string[]])[] = [
  ['accept', ['*/*', 'application/json', 'text/html', 'x/y;q=0', ';;;']],
  ['range', ['bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=0-99999999999999999999', 'lines=1']],
  ['prefer', ['code=503', 'code=NOT-00004', 'code=999', 'code=']],
  ['x-standin-scenario', ['unavailable', 'outage-all', 'internal-error', 'none-such', '']],
  ['x-standin-world', ['fuzz', 'UPPER', '..', '']],
  ['tus-resumable', ['1.0.0', '0.0.0', 'x']],
  ['upload-offset', ['0', '-1', '1e3', '99999999999999999999']],
  ['upload-length', ['0', '10', '-5', 'x']],
  ['upload-metadata', ['filename d29ybGQ=', 'broken', ',,,', 'a a a']],
  ['if-none-match', ['*', '"x"']],
  ['traceparent', ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'nonsense']],
  ['x-http-method-override', ['DELETE', 'PATCH']],
  ['content-encoding', ['gzip', 'identity']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'x']],
  ['x-standin-own-call', ['true', '']],
]

const prefixes = ['', '', '', '/production', '/worlds/fuzz', '/worlds/fuzz/production', '/worlds/BAD', '/worlds/']
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']

export function makeRequest(dice: Dice, row: Row, all: Known): Made {
  const example = row.example?.input?.(valuesOf(dice, all)) ?? row.example ?? {}
  const known = all.ids
  const headers: Record<string, string> = dice.chance(0.9) ? { ...example.headers } : {}
  for (const [name, values] of oddHeaders) if (dice.chance(0.03)) headers[name] = dice.one(values)
  const [first = '/'] = paths(row)
  const below = row.id.startsWith('control.') ? '' : dice.one(prefixesOf(areas[areaName(row.id)], row))
  const path = first.replace(/\{(\w+)\}/g, (_, name: string) => encoded(dice, example.params?.[name], known))
  const { body } = row.request
  if (body || dice.chance(0.05)) headers['content-type'] = dice.chance(0.85) ? typeOf(body) : dice.one(types)
  const sent = body || dice.chance(0.05) ? bodyOf(dice, row, example, known) : undefined
  return {
    method: dice.chance(0.02) ? dice.one(methods) : row.method,
    path: `${dice.one(prefixes)}${below}${path}${queryOf(dice, row, example, known)}`,
    headers,
    body: sent,
    as: identityOf(dice, row),
  }
}

const encoded = (dice: Dice, usual: string | undefined, known: readonly string[]) => {
  const text = usual !== undefined && dice.chance(0.7) ? usual : someText(dice, known)
  return dice.chance(0.9) ? encodeURIComponent(text.toWellFormed()) : text.replace(/[^\x21-\x7e]/g, '%')
}

function typeOf(body: RowFacts['request']['body']): string {
  if (body?.kind === 'bytes') return body.type
  if (body?.kind === 'form') return 'multipart/form-data; boundary=x'
  return body?.kind === 'fields' ? 'application/x-www-form-urlencoded' : 'application/json'
}

function bodyOf(dice: Dice, { request }: Row, example: Parts, known: readonly string[]): string {
  const { body } = request
  if (dice.chance(0.03))
    return dice.one(['', '{', '[]', 'null', '"', '{"a":1,"a":2}', `${'['.repeat(5_000)}`, '\u0000', '{"__proto__":{"x":1}}'])
  if (body?.kind === 'bytes') {
    const { body: usual } = example
    return usual instanceof Uint8Array && dice.chance(0.5) ? new TextDecoder().decode(usual) : 'x'.repeat(dice.below(2_000))
  }
  if (body?.kind === 'form') return formOf(dice, example, known)
  if (body?.kind === 'fields') {
    const usual = Object.entries(example.body ?? { grant_type: '', assertion: '' })
    return new URLSearchParams(usual.map(([name, value]) => [name, dice.chance(0.7) ? value : someText(dice, known)])).toString()
  }
  const value = dice.chance(0.9) ? mutated(dice, isPlain(example.body) ? example.body : {}, known) : someValue(dice, known)
  const text = JSON.stringify(unique(dice, value)) ?? 'null'
  return dice.chance(0.02) ? text.slice(0, dice.below(text.length)) : text
}

/** False for bytes and forms, which are not JSON documents. */
const isPlain = (body: unknown) => typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype

/** Gives most orders a new idempotencyId. */
function unique(dice: Dice, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('idempotencyId' in value) || dice.chance(0.2)) return value
  return { ...value, idempotencyId: `fuzz-${dice.below(1_000_000)}` }
}

function formOf(dice: Dice, { body }: Parts, known: readonly string[]): string {
  const usual = body instanceof FormData ? [...body] : []
  const parts = usual
    .filter(() => dice.chance(0.95))
    .map(([name, value]) => {
      const file = value instanceof File ? `; filename="${value.name}"` : ''
      const text = typeof value === 'string' && dice.chance(0.9) ? value : someText(dice, known)
      return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
    })
    .join('')
  return dice.chance(0.9) ? `${parts}--x--\r\n` : parts
}

function queryOf(dice: Dice, { request }: Row, example: Parts, known: readonly string[]): string {
  const names = Object.keys(request.query?.shape ?? {})
  const pairs = names
    .filter(() => dice.chance(0.3))
    .map((name) => [name, example.query?.[name] ?? someText(dice, known)] as [string, string])
  if (dice.chance(0.03)) pairs.push([someText(dice, known), someText(dice, known)])
  const query = new URLSearchParams(pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])).toString()
  return query === '' ? '' : `?${query}`
}

function identityOf(dice: Dice, { example }: Row): Identity | null {
  if (dice.chance(0.05)) return null
  if (dice.chance(0.1))
    return { orgNo: dice.one(['312345676', '313456781', '991825827']), scope: dice.one(['altinn:broker.read', 'nonsense', '']) }
  return example?.as ?? { org: 'ttd', orgNo: '991825827' }
}
