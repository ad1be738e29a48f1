import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  enterpriseQuery,
  enterpriseUserQuery,
  personalQuery,
  platformAccessQuery,
  platformQuery,
  selfIdentifiedQuery,
  selfRegisteredQuery,
  systemUserQuery,
} from '../../../../../src/service/areas/authentication/constraints/token.ts'
import { rule } from '../../../../support/rule.ts'

const missing = 'Parameter must be supplied'
const invalid = 'Parameter was supplied with an invalid value'
const guid = 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'

/** Each query, with what it demands and with all that it may have besides. */
const queries = {
  enterprise: [
    enterpriseQuery,
    { env: 'tt02', scopes: 'altinn:broker.read' },
    {
      org: 'ttd',
      orgNo: '312345676',
      bulkCount: '1000',
      supplierOrgNo: '313456781',
      ttl: '4294967295',
      delegationSource: 'urn:x',
      clientId: 'å b',
    },
  ],
  enterpriseUser: [
    enterpriseUserQuery,
    { env: 'at22', orgNo: '312345676', partyId: '1', userId: '2', userName: 'u' },
    { scopes: 'a b', org: 'ttd', supplierOrgNo: '313456781', partyuuid: guid, ttl: '0', delegationSource: 'https://d.example/x' },
  ],
  systemUser: [
    systemUserQuery,
    { env: 'tt02', systemUserId: guid },
    { scopes: 'a,b', orgNo: '312345676', supplierOrgNo: '313456781', systemUserOrg: '313456781', clientId: 'my-system', ttl: '1' },
  ],
  personal: [
    personalQuery,
    { env: 'yt01' },
    {
      scopes: ' ',
      userId: '4294967295',
      partyId: '0',
      pid: '12838590150',
      bulkCount: '0',
      authLvl: '1',
      consumerOrgNo: '12838590150',
      partyuuid: `{${guid}}`,
      userName: 'u_-9',
      clientAmr: 'pk',
      ttl: ' +60 ',
      delegationSource: 'https://d.example/x',
    },
  ],
  selfIdentified: [
    selfIdentifiedQuery,
    { env: 'none' },
    { userId: '1', scopes: 'a', partyId: '1', partyuuid: guid.toUpperCase(), username: 'x', ttl: '1' },
  ],
  selfRegistered: [
    selfRegisteredQuery,
    { env: 'tt02', email: 'oda@example' },
    { userId: '1', scopes: 'a', partyId: '1', partyuuid: guid.replaceAll('-', ''), ttl: '1' },
  ],
  platform: [platformQuery, { env: 'tt02', app: 'my.app-1' }, { ttl: '1' }],
  platformAccess: [platformAccessQuery, { env: 'tt02', app: 'ab' }, { org: 'ttd', ttl: '1' }],
} as const

for (const [name, [query, demanded, more]] of Object.entries(queries)) {
  rule('authentication §4', `${name}: a query with what it demands is valid, and with all that it may have`, () => {
    expect(query.problems(demanded)).toBeUndefined()
    expect(query.problems({ ...demanded, ...more, dump: 'x' })).toBeUndefined()
    expect(Object.keys(query.schema.shape).sort()).toEqual(Object.keys({ ...demanded, ...more, dump: 'x' }).sort())
  })

  rule('authentication §4', `${name}: everything that is missing or empty is told at once, in the order of the checks`, () => {
    const problems = query.problems({}) ?? {}
    const empty = Object.fromEntries(Object.keys(query.schema.shape).map((each) => [each, '']))

    expect(problems).toEqual(Object.fromEntries(Object.keys(demanded).map((each) => [each, missing])))
    expect(query.problems(empty)).toEqual(problems)
    const order = Object.keys(query.schema.shape)
    expect(Object.keys(problems)).toEqual(order.filter((each) => each in problems))
  })
}

const numbers = ['-1', '1.5', '1e3', '4294967296', 'x', ' ', '0x10', '1,1', '١']
const identifiers = ['a b', 'a'.repeat(51), 'x:y', '<b>', 'å', 'a.b']
const orgNos = ['12345678', '1234567890', '31234567x', ' 312345676', '0192:312345676', '٣١٢٣٤٥٦٧٦']
const guids = ['0', 'x', `${guid}0`, `{${guid}`]

const wrong: Readonly<Record<string, readonly string[]>> = {
  env: ['TT02', 'Tt02', 'prod', 'tt03', ' tt02', '../x', 'None'],
  scopes: ['A', 'a\tb', "'", 'a;b', 'a%20b', 'å', 'a"b', 'a'.repeat(501)],
  org: identifiers,
  orgNo: orgNos,
  supplierOrgNo: orgNos,
  systemUserOrg: orgNos,
  bulkCount: [...numbers, '1001'],
  ttl: numbers,
  userId: numbers,
  partyId: numbers,
  partyuuid: guids,
  systemUserId: guids,
  userName: identifiers,
  username: identifiers,
  clientAmr: identifiers,
  delegationSource: ['x', '/relative', '99', 'a b', '0192:991825827', 'http://'],
  pid: ['1283859015', '128385901500', 'x', ' '],
  authLvl: ['0', '5', '9', '33', 'x'],
  consumerOrgNo: [...orgNos.filter((each) => each.length !== 11), '1283859015x'],
  email: ['x', '@', 'a@', '@b', 'a@b@c', `${'a'.repeat(50)}@b`],
  app: ['x', 'a b', '.a', 'a.', 'a..b', 'a,b', 'a'.repeat(51)],
}

for (const [name, [query, demanded]] of Object.entries(queries)) {
  rule('authentication §4', `${name}: each parameter tells of each wrong value`, () => {
    for (const parameter of Object.keys(query.schema.shape)) {
      const values = parameter === 'clientId' ? (name === 'systemUser' ? identifiers : []) : (wrong[parameter] ?? [])
      if (parameter !== 'dump' && parameter !== 'clientId') expect(values, parameter).not.toEqual([])
      for (const value of values)
        expect(query.problems({ ...demanded, [parameter]: value }), `${parameter} ${value}`).toEqual({ [parameter]: invalid })
    }
  })
}

test('the schemas accept any text, so that the generator itself reports mistakes, and nothing else is reported', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('scopes', 'ttl', 'delegationSource', 'bulkCount', 'email', '__proto__'))
  for (const [query] of Object.values(queries))
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'binary' })), (given) => {
        expect(query.schema.safeParse(given).success).toBe(true)
        expect(Object.keys(query.problems(given) ?? {}).every((each) => each in query.schema.shape)).toBe(true)
      }),
      { seed: 1, numRuns: 100 },
    )
})
