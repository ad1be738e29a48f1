import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  enterpriseQueryProblems,
  enterpriseTokenQuery,
  systemUserQueryProblems,
  systemUserTokenQuery,
} from '../../../../src/areas/authentication/rules/token.ts'

const missing = 'Parameter must be supplied'
const invalid = 'Parameter was supplied with an invalid value'
const enterprise = { env: 'tt02', scopes: 'altinn:broker.read' }
const systemUser = { env: 'tt02', systemUserId: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21' }

test('a required parameter that is missing or empty is reported', () => {
  expect(enterpriseQueryProblems({})).toEqual({ env: missing, scopes: missing })
  expect(enterpriseQueryProblems({ env: '', scopes: '' })).toEqual({ env: missing, scopes: missing })
  expect(systemUserQueryProblems({})).toEqual({ env: missing, systemUserId: missing })
})

test('a query with only the required parameters is valid', () => {
  expect(enterpriseQueryProblems(enterprise)).toBeUndefined()
  expect(systemUserQueryProblems(systemUser)).toBeUndefined()
})

test('a query with all parameters is valid, also with unknown ones', () => {
  const both = {
    env: 'tt02',
    supplierOrgNo: '313456781',
    clientId: '3b0d0c0e-6c3a-4c44-9a0a-5a3f6f1f7a11',
    ttl: '31536000',
    orgNo: '312345676',
    dump: 'true',
  }

  expect(
    enterpriseQueryProblems({ ...both, scopes: 'a:b/c.d,e f', org: 'ttd', delegationSource: 'https://d.example/x', bulkCount: '1000' }),
  ).toBeUndefined()
  expect(systemUserQueryProblems({ ...both, ...systemUser, scopes: 'altinn:enduser', systemUserOrg: '313456781' })).toBeUndefined()
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
    ...['tt 02', 'tt03', 'prod', '../x'].map((value) => ['env', value]),
  ].filter(([, value]) => value !== ''),
)('the enterprise parameter %s with the value %j is reported', (name = '', value = '') => {
  expect(enterpriseQueryProblems({ ...enterprise, [name]: value })).toEqual({ [name]: invalid })
})

test.each([
  ['systemUserId', 'x'],
  ['systemUserId', 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b2'],
  ['systemUserOrg', '31345678'],
  ['scopes', ' '],
  ['ttl', '0'],
])('the system user parameter %s with the value %j is reported', (name, value) => {
  expect(systemUserQueryProblems({ ...systemUser, [name]: value })).toEqual({ [name]: invalid })
})

test('every wrong parameter is reported, also one that is not text', () => {
  expect(enterpriseQueryProblems({ ttl: 'x', orgNo: ['312345676', '313456781'], env: null })).toEqual({
    scopes: missing,
    ttl: invalid,
    orgNo: invalid,
    env: invalid,
  })
})

test('the schemas accept any text, so that the generator itself reports errors', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(enterpriseTokenQuery.safeParse({ ttl: text, scopes: text, bulkCount: text }).success).toBe(true)
      expect(systemUserTokenQuery.safeParse({ ttl: text, systemUserId: text }).success).toBe(true)
    }),
    { seed: 1 },
  )
})

test('every query is checked without an error, and only known parameters are reported', () => {
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
