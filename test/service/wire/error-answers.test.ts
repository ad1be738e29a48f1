import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areas, type RefusalKey, refusals } from '../../../src/service/areas/areas.ts'
import { dialect } from '../../../src/service/areas/dialect.ts'
import { writeRefusal } from '../../../src/service/wire/error-answers.ts'
import { Refusal, type RefusalForm, type RefusalValues } from '../../../src/service/wire/refusal.ts'
import type { Area } from '../../../src/service/wire/vocabulary.ts'
import { rule } from '../../support/rule.ts'

const keys = Object.keys(refusals) as RefusalKey[]
const traceId = () => '00-trace'

function written(
  key: RefusalKey,
  { values, id = 'fileTransfer.overview', errors }: { values?: RefusalValues; id?: string; errors?: Record<string, string[]> } = {},
) {
  const { area, refusals: forms } = dialect('spec').of(id)
  const { body, ...rest } = writeRefusal(new Refusal(key, values, errors), forms[key], area, traceId)
  const text = body as string
  return { ...rest, text, problem: JSON.parse(text) as Record<string, unknown> }
}

const accepted: readonly [accept: string, type: 'json' | 'problem+json'][] = [
  ['application/problem+json', 'problem+json'],
  ['APPLICATION/PROBLEM+JSON', 'problem+json'],
  ['application/problem+json, application/json', 'problem+json'],
  ['text/html, application/problem+json;q=0.1', 'problem+json'],
  ['application/json;q=0.8, application/problem+json;q=0.9', 'problem+json'],
  ['application/*+json', 'problem+json'],
  ['application/json', 'json'],
  ['application/json, application/problem+json', 'json'],
  ['application/problem+json;q=0.8, application/json', 'json'],
  ['application/*, application/problem+json', 'json'],
  ['application/problem+json, */*', 'json'],
  ['application/problem+json, */*;q=0.1', 'json'],
  ['text/html', 'json'],
  ['constructor', 'json'],
  [',;q=x,', 'json'],
  ['', 'json'],
]

rule('notifications §1.2, decisions §1 #4', 'live: the content type is problem details when the Accept header prefers them to JSON', () => {
  const typeFor = (name: 'live' | 'spec', accept?: string) => {
    const { area, refusals: forms } = dialect(name).of('notifications.getShipment')
    return writeRefusal(new Refusal('NOT-00003'), forms['NOT-00003'], area, traceId, { accept }).headers['content-type']
  }

  for (const [accept, type] of accepted) {
    expect(typeFor('live', accept), accept).toBe(`application/${type}; charset=utf-8`)
    expect(typeFor('spec', accept), accept).toBe('application/problem+json; charset=utf-8')
  }
  expect(typeFor('live')).toBe('application/json; charset=utf-8')
})

rule('decisions §1', 'the members of a problem are in order, and missing members are left out', () => {
  expect(Object.keys(written('NOT-00003', { id: 'notifications.getShipment' }).problem)).toEqual([
    'type',
    'title',
    'status',
    'detail',
    'code',
    'traceId',
  ])
  expect(Object.keys(written('validation', { errors: { Name: ['No.'] } }).problem)).toEqual([
    'type',
    'title',
    'status',
    'detail',
    'traceId',
    'errors',
  ])
})

for (const [code, status, title, detail] of [
  ['NOT-00001', 422, 'Missing Contact Information', 'Missing contact information for recipient(s)'],
  [
    'NOT-00002',
    499,
    'Request Cancelled by Client',
    'The client disconnected or cancelled the request before the server could complete processing',
  ],
  ['NOT-00003', 404, 'Shipment Not Found', 'Shipment not found'],
  ['NOT-00004', 503, 'Platform dependency unavailable', 'A temporary network failure occurred'],
] as const) {
  rule('spec §7, decisions §1', `${code} is ${status} with the texts of the specification`, () => {
    const { status: answered, headers, problem } = written(code, { id: 'notifications.createOrder' })

    expect(answered).toBe(status)
    expect(headers).toEqual({ 'content-type': 'application/problem+json; charset=utf-8' })
    expect(problem).toEqual({ type: `urn:altinn:error:${code}`, title, status, detail, code, traceId: '00-trace' })
  })
}

test.each(keys.filter((key) => !('body' in refusals[key] || 'members' in refusals[key])))(
  'the problem for %s has the status of the answer',
  (key) => {
    const { status, problem } = written(key)

    expect(problem.status).toBe(status)
    expect([status >= 400 && status <= 599, typeof problem.type, typeof problem.title, typeof problem.detail]).toEqual([
      true,
      'string',
      'string',
      'string',
    ])
  },
)

rule('decisions §1', 'the values of a refusal are inserted into detail and headers', () => {
  expect(written('method-not-allowed', { values: { allow: 'GET, POST' } })).toMatchObject({
    headers: { allow: 'GET, POST' },
    problem: { detail: 'Use GET, POST.' },
  })
  expect(written('rate-limited', { values: { seconds: 7 } })).toMatchObject({
    headers: { 'retry-after': '7' },
    problem: { detail: 'Rate limit is exceeded. Try again in 7 seconds.' },
  })
})

test('a value is inserted as it is, also with special characters', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('$&', '$1', '<method>', '"', '\u2028')), (path) => {
      expect(written('no-such-path', { values: { method: 'GET', path } }).problem.detail).toBe(`No such path: GET ${path}.`)
    }),
    { seed: 1 },
  )
})

rule('decisions §1', 'an outage has a Retry-After header only when the refusal has the value', () => {
  expect(written('unreachable').headers).not.toHaveProperty('retry-after')
  expect(written('unreachable', { values: { retryAfter: 3 } }).headers).toMatchObject({ 'retry-after': '3' })
})

test('refusals carry the headers of their area', () => {
  expect(written('BRO-00001').headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
})

test('problems have the indentation of their area', () => {
  expect(written('NOT-00003', { id: 'notifications.getShipment' }).text).toContain('\n  "title"')
  expect(written('BRO-00001').text).not.toContain('\n')
})

const form: RefusalForm = {
  status: 429,
  type: 'about:blank',
  title: 'Title',
  detail: 'Wait <seconds>.',
  headers: { 'retry-after': '<seconds>' },
}
const area: Area = areas.fileTransfer
const refusal = new Refusal('rate-limited', { seconds: 5 })

test('a refusal without a body has no content type', () => {
  expect(writeRefusal(refusal, { ...form, body: 'empty' }, area, traceId)).toEqual({
    status: 429,
    headers: { ...area.headers, 'retry-after': '5' },
  })
})

test('the body of a refusal in plain text is the detail', () => {
  expect(writeRefusal(refusal, { ...form, body: 'text' }, area, traceId)).toMatchObject({ status: 429, body: 'Wait 5.' })
})

test('a refusal of the gateway has two members', () => {
  const { headers, body } = writeRefusal(refusal, { ...form, body: 'gateway' }, area, traceId)

  expect([headers['content-type'], JSON.parse(body as string)]).toEqual(['application/json', { statusCode: 429, message: 'Wait 5.' }])
})

test('a trace id is drawn only for a form that shows it', () => {
  const drawn: string[] = []
  const draw = () => {
    drawn.push('one')
    return 'one'
  }
  for (const body of ['empty', 'text', 'gateway'] as const) writeRefusal(refusal, { ...form, body }, area, draw)
  expect(drawn).toEqual([])

  writeRefusal(refusal, form, area, draw)
  expect(drawn).toEqual(['one'])
})

test('changing an answer does not change the catalogue of refusals', () => {
  const before = structuredClone(refusals)

  const { headers } = written('unauthenticated')
  Object.assign(headers, { 'www-authenticate': 'changed' })

  expect(refusals).toEqual(before)
})
