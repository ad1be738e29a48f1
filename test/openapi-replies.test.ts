/** Calls every row with hostile requests, and holds each reply to the OpenAPI document of its dialect. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { exampleCall } from '../src/control/proving/proof-call.ts'
import { areaName, areas } from '../src/service/areas/areas.ts'
import { operations } from '../src/service/areas/index.ts'
import type { Operation } from '../src/service/areas/operation.ts'
import { type Call, gatherChunks, isStream } from '../src/service/wire/call.ts'
import { loadPhoneNumbers } from '../src/service/wire/identifiers.ts'
import { anyName } from '../src/service/wire/misuse.ts'
import { paths } from '../src/service/wire/row.ts'
import { type DialectName, dialectNames, prefixesOf, scopes } from '../src/service/wire/vocabulary.ts'
import { standin } from './support/standin.ts'

beforeAll(() => loadPhoneNumbers())

const bytes = (text: string) => new TextEncoder().encode(text)

const word = fc.constantFrom(
  '',
  '..',
  'x',
  'æ',
  '\u0000',
  '%',
  '%00',
  '%E0%A4%A',
  'a%2Fb',
  '-1',
  '0',
  '3',
  'altinn:broker.read',
  'null',
  '[]',
  '__proto__',
  'constructor',
  '00000000-0000-4000-8000-000000000000',
  '99999999999999999999',
  'x'.repeat(300),
)
const value = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary', maxLength: 10 }))
const hostileHeaders = fc.record(
  {
    accept: fc.constantFrom('text/plain', 'application/json', 'application/problem+json', '*/*', ';;', '', 'application/json;q=x'),
    'content-type': fc.constantFrom(
      'text/plain',
      'application/json',
      'text/json',
      'multipart/form-data',
      'multipart/form-data; boundary=b',
      'application/octet-stream',
      'application/offset+octet-stream',
      '',
      ';',
      'application/json; charset=latin1',
    ),
    'content-length': fc.constantFrom('0', '30000001', '999999999999999999', '-1', 'x'),
    platformaccesstoken: word,
    cookie: fc.constantFrom('AltinnStudioRuntime=x', 'AltinnStudioRuntime=', ';;=;'),
    range: fc.constantFrom('bytes=0-', 'bytes=5-1', 'bytes=99999-', 'bytes=-0', 'x'),
    traceparent: word,
    'x-http-method-override': fc.constantFrom('PATCH', 'DELETE', 'HEAD', 'GET', 'x', ''),
    'tus-resumable': fc.constantFrom('0.2.2', '1.0.0', ''),
    'upload-length': fc.constantFrom('-1', 'x', '0', '9', '999999999999999999'),
    'upload-offset': fc.constantFrom('-1', 'x', '0', '5'),
    'upload-concat': fc.constantFrom('partial', 'final;', 'final;/x /y', 'x'),
    'upload-defer-length': fc.constantFrom('1', 'x'),
    'upload-checksum': fc.constantFrom('sha1 x', 'x'),
  },
  { requiredKeys: [] },
)

const hostile = fc.record({
  method: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'x', ''), { freq: 10 }),
  params: fc.array(word, { maxLength: 2 }),
  tail: fc.option(fc.constantFrom('/', '//', '/x', '?', '?x', '#x'), { freq: 10 }),
  /** The first names are those of the row. */
  ownQuery: fc.array(word, { maxLength: 3 }),
  query: fc.dictionary(
    fc.constantFrom(
      'status',
      'role',
      'from',
      'seq',
      'pageSize',
      'after',
      'size',
      'subject',
      'resource',
      'bulkCount',
      'ttl',
      'scopes',
      'orgNo',
      'app',
      'systemUserId',
      'recipientStatus',
      'x',
    ),
    word,
    { maxKeys: 2 },
  ),
  headers: fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: hostileHeaders }),
  as: fc.constantFrom('owner', 'owner', 'owner', 'stranger', 'scopeless', 'admin', 'nobody', 'garbage', 'expired'),
  body: fc.oneof(
    fc.record({
      kind: fc.constant('example' as const),
      changes: fc.dictionary(
        fc.constantFrom(
          'idempotencyId',
          'recipient',
          'reminders',
          'requestedSendTime',
          'conditionEndpoint',
          'fileName',
          'propertyList',
          'recipients',
          'sender',
          'endPoint',
          'resourceFilter',
          'sourceFilter',
          'typeFilter',
          'subjectFilter',
          'fileTransferTimeToLive',
          'recipientSms',
          'recipientEmail',
          'x',
        ),
        value,
        { maxKeys: 2 },
      ),
    }),
    fc.record({
      kind: fc.constant('raw' as const),
      text: fc.constantFrom('', '{', 'null', '[]', '{}', '"x"', '\uFEFF{}', '['.repeat(100), '--b\r\n\r\n', '--b--'),
    }),
    fc.record({ kind: fc.constant('binary' as const), bytes: fc.uint8Array({ maxLength: 20 }) }),
    fc.constant({ kind: 'none' as const }),
  ),
})
type Hostile = typeof hostile extends fc.Arbitrary<infer T> ? T : never

const tame: Hostile = {
  method: null,
  params: [],
  tail: null,
  ownQuery: [],
  query: {},
  headers: {},
  as: 'owner',
  body: { kind: 'example', changes: {} },
}
/** A request with few hostile parts gets further than one that is hostile altogether. */
const request = fc.tuple(hostile, fc.subarray(Object.keys(tame) as (keyof Hostile)[], { maxLength: 3 })).map(([whole, parts]) => {
  const picked = Object.fromEntries(parts.map((part) => [part, whole[part]])) as Partial<Hostile>
  return { ...tame, ...picked }
})

/** Every row gets these first. */
const examples = [
  {},
  { query: { bulkCount: '3' } },
  { as: 'nobody' as const },
  { as: 'stranger' as const },
  { as: 'scopeless' as const },
  { headers: { platformaccesstoken: 'x' } },
  { headers: { range: 'bytes=0-1' } },
  { headers: { range: 'bytes=99999-' } },
  { headers: { accept: 'text/plain' } },
  { headers: { 'content-type': 'text/plain' } },
  { headers: { 'content-type': '' } },
  { ownQuery: ['-1', '-1', '-1'] },
  { params: ['00000000-0000-4000-8000-000000000000'] },
  { body: { kind: 'raw' as const, text: '{' } },
].map((more): [Hostile] => [{ ...tame, ...more }])

const allScopes = Object.values(scopes).join(' ')

async function prepared(dialect: DialectName, row: Operation) {
  const { id } = row
  const here = standin({ dialect, outbound: 'off', rateLimits: 'current' })
  const values = row.example.given ? await here.simulator.givens.arrange(anyName(row.example.given)) : {}
  const { input, as } = { input: exampleCall(id, values), as: row.example.as }
  const token = async (identity: object) => `Bearer ${(await here.simulator.token(identity)).token}`
  const bearers: Record<string, string | undefined> = {
    owner: as ? await token(as) : undefined,
    stranger: await token({ orgNo: '326403849', scope: allScopes }),
    scopeless: await token({ ...as, scope: 'x' }),
    admin: await token({ org: 'ttd', orgNo: '991825827', scope: allScopes }),
    nobody: undefined,
    garbage: 'Bearer æ.b.c',
    expired: await token({ ...as, ttl: 1 }),
  }

  function callOf({ method, params, tail, ownQuery, query, headers, as: bearer, body }: Hostile): Call {
    const given: Readonly<Record<string, string>> = input.params ?? {}
    let nth = 0
    const path = (paths(row)[0] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => params[nth++] ?? encodeURIComponent(given[name] ?? ''))
    const own = Object.fromEntries(ownQuery.map((text, at) => [Object.keys(row.request.query?.shape ?? {})[at] ?? 'x', text]))
    const search = new URLSearchParams({ ...(input.query as Record<string, string>), ...own, ...query }).toString()
    const kind = row.request.body?.kind
    const type =
      kind === 'json'
        ? 'application/json'
        : kind === 'bytes'
          ? (row.request.body as { type: string }).type
          : kind === 'form'
            ? 'multipart/form-data; boundary=b'
            : undefined
    const written = bodyOf(body)
    const authorization = bearers[bearer]
    return {
      method: method ?? row.method,
      url: `${prefixesOf(areas[areaName(id)], row)[0]}${path}${tail ?? ''}${search === '' || tail?.startsWith('?') ? '' : `?${search}`}`,
      headers: {
        host: 'standin.test',
        ...(type && written ? { 'content-type': type } : {}),
        ...(input.headers as object),
        ...(authorization === undefined ? {} : { authorization }),
        ...headers,
      },
      body: written && {
        collect: async () => written,
        chunks: async function* () {
          yield written
        },
      },
      signal: new AbortController().signal,
      isLocal: () => true,
    }
  }

  function bodyOf(body: Hostile['body']): Uint8Array | undefined {
    if (body.kind === 'none') return undefined
    if (body.kind === 'binary') return body.bytes
    if (body.kind === 'raw') return bytes(body.text)
    const example = (input as { body?: unknown }).body
    if (example instanceof Uint8Array || example === undefined) return example as Uint8Array | undefined
    if (example instanceof FormData) {
      const fields = [...example].map(
        ([name, part]) =>
          `--b\r\ncontent-disposition: form-data; name="${name}"${typeof part === 'string' ? '' : '; filename="a"'}\r\n\r\n${name in body.changes ? 'x' : typeof part === 'string' ? part : 'content'}\r\n`,
      )
      return bytes(`${fields.join('')}--b--\r\n`)
    }
    return bytes(JSON.stringify({ ...(example as object), ...body.changes }))
  }

  return { ...here, row, callOf }
}

const usual = [200, 201, 204, 206, 400, 401, 403, 404, 406, 409, 415, 416]

for (const dialect of dialectNames) {
  test(`every reply of the dialect ${dialect} is as its OpenAPI document says`, async () => {
    const reached = new Set<number>()
    for (const row of operations) {
      const { simulator, callOf } = await prepared(dialect, row)
      await fc.assert(
        fc.asyncProperty(request, async (chosen) => {
          const call = callOf(chosen)
          // The simulator of a test holds the answer to the document (test/support/document.ts).
          const { answer, sent } = await simulator.carry(call)
          const { body } = answer
          if (isStream(body)) await gatherChunks(body, 2 ** 20)
          sent({ bytes: 0, complete: true })
          if (answer.headers['x-standin-misuse'] === undefined) reached.add(answer.status)
        }),
        { seed: 1, numRuns: 60, examples },
      )
    }
    // The requests are not so hostile that every row refuses them alike.
    expect([...reached]).toEqual(expect.arrayContaining(usual))
  }, 30_000)
}
