import { expect, test } from 'vitest'
import { readCaller } from '../../src/tokens/caller.ts'
import { derivedClientId } from '../../src/tokens/derived-guid.ts'
import { enterpriseClaims, enterpriseClaimsInBulk, systemUserClaims, type TokenContext } from '../../src/tokens/generator.ts'
import { platformIssuer } from '../../src/tokens/issuers.ts'
import { liveBases } from '../../src/wire/live-hosts.ts'
import { countingGuid } from './forgeries.ts'

const now = Date.parse('2026-06-01T10:00:00Z')
const context = (): TokenContext => ({ now, guid: countingGuid(), issuer: platformIssuer(liveBases.test.platform) })

const weights = [3, 2, 7, 6, 5, 4, 3, 2, 1]
const remainder = (orgNo: string) => weights.reduce((sum, weight, at) => sum + weight * Number(orgNo[at]), 0) % 11

test('an enterprise token has exactly the claims of the generator', () => {
  expect(enterpriseClaims({ scopes: 'altinn:broker.read', orgNo: '312345676' }, context())).toEqual({
    scope: 'altinn:broker.read',
    token_type: 'Bearer',
    exp: now / 1000 + 1800,
    iat: now / 1000,
    client_id: derivedClientId('312345676'),
    jti: '00000001-0000-4000-8000-000000000000',
    consumer: { authority: 'iso6523-actorid-upis', ID: '0192:312345676' },
    'urn:altinn:orgNumber': '312345676',
    'urn:altinn:authenticatemethod': 'maskinporten',
    'urn:altinn:authlevel': 3,
    iss: 'https://platform.tt02.altinn.no/authentication/api/v1/openid/',
    actual_iss: 'altinn-test-tools',
    nbf: now / 1000 - 5,
  })
})

test.each([
  ['a,b', ['a', 'b']],
  ['a b', ['a', 'b']],
  [' a, b,,c ', ['a', 'b', 'c']],
])('the scopes of "%s" are separated by commas or spaces', (scopes, expected) => {
  expect(readCaller(enterpriseClaims({ scopes, orgNo: '312345676' }, context()))?.scopes).toEqual(expected)
})

test('the token has the values of the query, and parameters without a value count as absent', () => {
  const query = {
    scopes: 'a',
    orgNo: '312345676',
    org: 'ttd',
    clientId: 'c',
    supplierOrgNo: '313456781',
    ttl: '60',
    delegationSource: 'https://d.example/',
  }

  expect(enterpriseClaims(query, context())).toMatchObject({
    'urn:altinn:org': 'ttd',
    client_id: 'c',
    supplier: { ID: '0192:313456781' },
    exp: now / 1000 + 60,
    delegation_source: 'https://d.example/',
  })
  const blank = { scopes: 'a', orgNo: '312345676', org: '', clientId: '', supplierOrgNo: '', ttl: '', delegationSource: '', bulkCount: '' }
  expect(enterpriseClaims(blank, context())).toEqual(enterpriseClaims({ scopes: 'a', orgNo: '312345676' }, context()))
})

test('a query without an organization number gets a synthetic one that depends on the GUIDs', () => {
  const drawn = (guid: () => string) => readCaller(enterpriseClaims({ scopes: 'a' }, { ...context(), guid }))?.orgNo ?? ''

  const first = drawn(() => 'deadbeef-0000-4000-8000-000000000000')

  expect(first).toMatch(/^3\d{8}$/)
  expect(remainder(first)).toBe(0)
  expect(drawn(() => 'deadbeef-0000-4000-8000-000000000000')).toBe(first)
  expect(drawn(() => '12345678-0000-4000-8000-000000000000')).not.toBe(first)
})

test('a bulk has one token for each organization, the first for that of the query', () => {
  const bulk = enterpriseClaimsInBulk({ scopes: 'a', orgNo: '312345676', bulkCount: '1000' }, context())

  expect(bulk.size).toBe(1000)
  expect([...bulk.keys()][0]).toBe('312345676')
  expect([...bulk].filter(([orgNo, claims]) => readCaller(claims)?.orgNo !== orgNo || remainder(orgNo) !== 0)).toEqual([])
  expect(new Set([...bulk.values()].map((claims) => claims.jti)).size).toBe(1000)
})

test('the organizations of a bulk differ even when the GUIDs do not', () => {
  const same = () => 'deadbeef-0000-4000-8000-000000000000'

  expect(enterpriseClaimsInBulk({ scopes: 'a', bulkCount: '50' }, { ...context(), guid: same }).size).toBe(50)
})

test('the token of a system user has its details as an array and no claim for the organization number', () => {
  const query = {
    systemUserId: '{A1C7B9A0-6A0E-4D0A-9A55-2A9D0F6C4B21}',
    orgNo: '312345676',
    systemUserOrg: '313456781',
    scopes: 'altinn:broker.read',
  }

  const claims = systemUserClaims(query, context())

  expect(claims).toEqual({
    scope: 'altinn:broker.read',
    token_type: 'Bearer',
    exp: now / 1000 + 1800,
    iat: now / 1000,
    client_id: derivedClientId('312345676'),
    jti: '00000001-0000-4000-8000-000000000000',
    consumer: { authority: 'iso6523-actorid-upis', ID: '0192:312345676' },
    authorization_details: [
      {
        type: 'urn:altinn:systemuser',
        systemuser_id: ['a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'],
        systemuser_org: { authority: 'iso6523-actorid-upis', ID: '0192:313456781' },
        system_id: '312345676_standin',
      },
    ],
    'urn:altinn:authenticatemethod': 'systemuser',
    'urn:altinn:authlevel': 3,
    iss: 'https://platform.tt02.altinn.no/authentication/api/v1/openid/',
    actual_iss: 'altinn-test-tools',
    nbf: now / 1000 - 5,
  })
  expect(readCaller(claims)).toMatchObject({ orgNo: '313456781', vendor: '312345676', systemUser: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21' })
})

test('a system user gets default organizations and the scope of an end user', () => {
  const caller = readCaller(systemUserClaims({ systemUserId: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21' }, context()))

  expect(caller).toMatchObject({ orgNo: '991825827', vendor: '991825827', scopes: ['altinn:enduser'] })
  expect(remainder(caller?.orgNo ?? '')).toBe(0)
})
