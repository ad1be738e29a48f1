import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  enterpriseQueryProblems,
  enterpriseTokenQuery,
  systemUserQueryProblems,
  systemUserTokenQuery,
} from '../../../src/wire/authentication/token.ts'

const missing = 'Parameter must be supplied'
const invalid = 'Parameter was supplied with an invalid value'
const enterprise = { scopes: 'altinn:broker.read' }
const systemUser = { systemUserId: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21' }

test('what each route requires is named when it is missing or empty', () => {
  expect(enterpriseQueryProblems({})).toEqual({ scopes: missing })
  expect(enterpriseQueryProblems({ scopes: '' })).toEqual({ scopes: missing })
  expect(systemUserQueryProblems({})).toEqual({ systemUserId: missing })
})

test('nothing is wrong with a query that says what is required', () => {
  expect(enterpriseQueryProblems(enterprise)).toBeUndefined()
  expect(systemUserQueryProblems(systemUser)).toBeUndefined()
})

test('nothing is wrong with a query that says everything, nor with parameters of other routes', () => {
  const both = {
    env: 'tt02',
    supplierOrgNo: '313456780',
    clientId: '3b0d0c0e-6c3a-4c44-9a0a-5a3f6f1f7a11',
    ttl: '31536000',
    orgNo: '312345676',
    dump: 'true',
  }

  expect(
    enterpriseQueryProblems({ ...both, scopes: 'a:b/c.d,e f', org: 'ttd', delegationSource: 'https://d.example/x', bulkCount: '1000' }),
  ).toBeUndefined()
  expect(systemUserQueryProblems({ ...both, ...systemUser, scopes: 'altinn:enduser', systemUserOrg: '313456780' })).toBeUndefined()
})

test.each(
  [
    ...['', ','.repeat(3), 'a\tb', 'a\nb', 'å', 'a"b', 'a\\b', 'a'.repeat(4001)].map((value) => ['scopes', value]),
    ...['12345678', '1234567890', '31234567x', ' 312345676', '312345676\n', '٣١٢٣٤٥٦٧٦'].flatMap((value) => [
      ['orgNo', value],
      ['supplierOrgNo', value],
    ]),
    ...['0', '-1', '1.5', '1e3', '31536001', '99999999999', 'x', ' 60', '0x10'].map((value) => ['ttl', value]),
    ...['0', '1001', '-5', 'x'].map((value) => ['bulkCount', value]),
    ...['a b', 'a'.repeat(51), 'x:y', '<b>'].flatMap((value) => [
      ['org', value],
      ['clientId', value],
    ]),
    ...['x', '/relative', 'javascript:alert(1)', `https://d.example/${'x'.repeat(500)}`].map((value) => ['delegationSource', value]),
    ...['tt 02', 'a'.repeat(17), '../x'].map((value) => ['env', value]),
  ].filter(([, value]) => value !== ''),
)('a bad value is named: %s = %j', (name = '', value = '') => {
  expect(enterpriseQueryProblems({ ...enterprise, [name]: value })).toEqual({ [name]: invalid })
})

test.each([
  ['systemUserId', 'x'],
  ['systemUserId', 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b2'],
  ['systemUserOrg', '31345678'],
  ['scopes', ' '],
  ['ttl', '0'],
])('a bad value of a system user is named: %s = %j', (name, value) => {
  expect(systemUserQueryProblems({ ...systemUser, [name]: value })).toEqual({ [name]: invalid })
})

test('every bad parameter is named, also one that is no text', () => {
  expect(enterpriseQueryProblems({ ttl: 'x', orgNo: ['312345676', '313456780'], env: null })).toEqual({
    scopes: missing,
    ttl: invalid,
    orgNo: invalid,
    env: invalid,
  })
})

test('the schemas let any text pass, so that the answer is the generator’s own', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(enterpriseTokenQuery.safeParse({ ttl: text, scopes: text, bulkCount: text }).success).toBe(true)
      expect(systemUserTokenQuery.safeParse({ ttl: text, systemUserId: text }).success).toBe(true)
    }),
    { seed: 1 },
  )
})

test('whatever the query is, judging it ends in messages by known names', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('scopes', 'ttl', 'delegationSource', 'bulkCount', '__proto__')), fc.anything()),
      (query) => {
        const found = enterpriseQueryProblems(query)
        expect(Object.keys(found ?? {}).every((name) => name in enterpriseTokenQuery.shape)).toBe(true)
      },
    ),
    { seed: 1, numRuns: 500 },
  )
})
