import { expect, test } from 'vitest'
import {
  enterpriseClaims,
  enterpriseUserClaims,
  platformAccessClaims,
  platformClaims,
  systemUserClaims,
} from '../../../../../src/service/areas/authentication/issuing/generator.ts'
import { numbersOf, type TokenContext } from '../../../../../src/service/areas/authentication/issuing/generator-parts.ts'
import {
  personalClaims,
  selfIdentifiedClaims,
  selfRegisteredClaims,
} from '../../../../../src/service/areas/authentication/issuing/generator-people.ts'
import { readCaller } from '../../../../../src/service/tokens/caller.ts'
import { derivedClientId } from '../../../../../src/service/tokens/issue.ts'
import { derivedGuid } from '../../../../../src/service/wire/identifiers.ts'
import { hasOrganizationDigit, hasPersonDigits } from '../../../../support/check-digits.ts'
import { rule } from '../../../../support/rule.ts'
import { countingGuid } from '../../../tokens/forgeries.ts'

const now = Date.parse('2026-06-01T10:00:00Z')
const issuer = 'https://platform.tt02.altinn.no/authentication/api/v1/openid/'
const context = (): TokenContext => {
  let drawn = 0
  return { now, guid: countingGuid(), issuer, next: () => drawn++ }
}
const party = (orgNo: string) => ({ authority: 'iso6523-actorid-upis', ID: `0192:${orgNo}` })
const [iat, uuid] = [now / 1000, 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21']
const letters = /^[A-Za-z0-9-]{43}$/

/** Names and values, in order. */
const members = (claims: object) => Object.entries(claims)

rule('authentication §4', 'an enterprise token has exactly the claims of the generator, in its order', () => {
  const query = {
    scopes: ' a, b,,c ',
    org: 'ttd',
    supplierOrgNo: '313456781',
    clientId: 'c',
    ttl: '60',
    delegationSource: 'https://d.example/',
  }

  expect(members(enterpriseClaims(query, context(), '312345676'))).toEqual([
    ['scope', 'a b c'],
    ['token_type', 'Bearer'],
    ['exp', iat + 60],
    ['iat', iat],
    ['client_id', 'c'],
    ['jti', expect.stringMatching(letters)],
    ['consumer', party('312345676')],
    ['urn:altinn:orgNumber', '312345676'],
    ['urn:altinn:authenticatemethod', 'maskinporten'],
    ['urn:altinn:authlevel', 3],
    ['iss', issuer],
    ['actual_iss', 'altinn-test-tools'],
    ['nbf', iat - 5],
    ['urn:altinn:org', 'ttd'],
    ['supplier', party('313456781')],
    ['delegation_source', 'https://d.example/'],
  ])
})

test('a parameter without a value counts as absent', () => {
  const blank = { scopes: 'a', org: '', clientId: '', supplierOrgNo: '', ttl: '', delegationSource: '', bulkCount: '' }

  expect(enterpriseClaims(blank, context(), '312345676')).toEqual(enterpriseClaims({ scopes: 'a' }, context(), '312345676'))
  expect(enterpriseClaims(blank, context(), '312345676')).toMatchObject({ exp: iat + 1800, client_id: derivedClientId('312345676') })
})

rule('authentication §4', 'the token of a user of an organization has exactly the claims of the generator, in its order', () => {
  const query = {
    orgNo: '312345676',
    partyId: '4294967295',
    userId: '0',
    userName: 'u',
    org: 'ttd',
    partyuuid: uuid.toUpperCase(),
    supplierOrgNo: '313456781',
    delegationSource: 'urn:x',
  }

  expect(members(enterpriseUserClaims(query, context()))).toEqual([
    ['scope', 'altinn:enduser'],
    ['token_type', 'Bearer'],
    ['exp', iat + 1800],
    ['iat', iat],
    ['client_id', derivedClientId('312345676', '313456781')],
    ['consumer', party('312345676')],
    ['jti', expect.stringMatching(letters)],
    ['urn:altinn:userid', 0],
    ['urn:altinn:username', 'u'],
    ['urn:altinn:partyid', -1],
    ['urn:altinn:orgNumber', '312345676'],
    ['urn:altinn:authenticatemethod', 'virksomhetsbruker'],
    ['urn:altinn:authlevel', 3],
    ['iss', issuer],
    ['actual_iss', 'altinn-test-tools'],
    ['nbf', iat - 5],
    ['urn:altinn:org', 'ttd'],
    ['urn:altinn:party:uuid', uuid],
    ['supplier', party('313456781')],
    ['delegation_source', 'urn:x'],
  ])
})

rule('authentication §4', 'the token of a system user has its details as an array, and no claim for the number of its vendor', () => {
  const query = { systemUserId: `{${uuid.toUpperCase()}}`, orgNo: '312345676', systemUserOrg: '313456781', supplierOrgNo: '974760673' }
  const claims = systemUserClaims(query, context())

  expect(members(claims)).toEqual([
    ['iss', issuer],
    ['scope', 'altinn:enduser'],
    ['client_id', derivedClientId('312345676', '974760673')],
    ['consumer', party('312345676')],
    ['exp', iat + 1800],
    ['iat', iat],
    ['jti', expect.stringMatching(letters)],
    [
      'authorization_details',
      [
        {
          type: 'urn:altinn:systemuser',
          systemuser_id: [uuid],
          systemuser_org: party('313456781'),
          system_id: derivedGuid('system', '312345676'),
        },
      ],
    ],
    ['urn:altinn:authenticatemethod', 'maskinporten'],
    ['urn:altinn:authlevel', 3],
    ['token_type', 'Bearer'],
    ['nbf', iat - 5],
    ['actual_iss', 'altinn-test-tools'],
    ['supplier', party('974760673')],
  ])
  expect(readCaller(claims)).toMatchObject({ orgNo: '313456781', vendor: '312345676', systemUser: uuid })
  expect(readCaller(systemUserClaims({ systemUserId: uuid }, context()))).toMatchObject({ orgNo: '991825827', vendor: '991825827' })
})

rule('authentication §4', 'the token of a person has exactly the claims of the generator, in its order', () => {
  const query = {
    authLvl: '4',
    clientAmr: 'pk',
    scopes: 'a',
    ttl: '0',
    delegationSource: 'urn:x',
    consumerOrgNo: '312345676',
    userId: '20000',
    partyId: '4294967295',
    userName: 'u',
    partyuuid: uuid,
  }

  expect(members(personalClaims(query, context(), '12838590150'))).toEqual([
    ['urn:altinn:authenticatemethod', 'NotDefined'],
    ['urn:altinn:authlevel', '4'],
    ['client_amr', 'pk'],
    ['pid', '12838590150'],
    ['token_type', 'Bearer'],
    ['client_id', derivedClientId('12838590150')],
    ['acr', 'idporten-loa-high'],
    ['scope', 'a'],
    ['exp', iat],
    ['iat', iat],
    ['iss', issuer],
    ['actual_iss', 'altinn-test-tools'],
    ['nbf', iat - 5],
    ['delegation_source', 'urn:x'],
    ['client_orgno', party('312345676')],
    ['consumer', party('312345676')],
    ['nameid', 20000],
    ['urn:altinn:userid', 20000],
    ['urn:altinn:partyid', -1],
    ['urn:altinn:username', 'u'],
    ['urn:altinn:party:uuid', uuid],
  ])
})

rule('authentication §4', 'the token of a person without a consumer names no organization', () => {
  const claims = personalClaims({ userId: '0', partyId: '0', partyuuid: '00000000-0000-0000-0000-000000000000' }, context(), '12838590150')

  expect(Object.keys(claims).slice(-1)).toEqual(['nbf'])
  expect(claims).toMatchObject({ 'urn:altinn:authlevel': '3', acr: 'idporten-loa-substantial', client_amr: 'virksomhetssertifikat' })
  expect(['1', '2'].map((authLvl) => personalClaims({ authLvl }, context(), '1').acr)).toEqual(['idporten-loa-low', 'idporten-loa-low'])
  expect(readCaller(claims)?.orgNo).toBeUndefined()
})

const session = [
  ['scope', 'altinn:portal/enduser'],
  ['nbf', iat - 5],
  ['exp', iat + 1800],
  ['iat', iat],
  ['actual_iss', 'altinn-test-tools'],
]

rule('authentication §4', 'the token of a self-identified user has exactly the claims of the generator, in its order', () => {
  const claims = selfIdentifiedClaims({ userId: '1', partyId: '2', partyuuid: uuid, username: 'u' }, context())

  expect(members(claims)).toEqual([
    ['sub', `urn:altinn:party:uuid:${uuid}`],
    ['sid', expect.stringMatching(letters)],
    ['iss', issuer],
    ['urn:altinn:party:uuid', uuid],
    ['jti', claims.sid],
    ['urn:altinn:partyid', 2],
    ['urn:altinn:userid', 1],
    ['urn:altinn:username', 'u'],
    ['orignaliss', 'altinn2'],
    ['acr', 'idporten-loa-low'],
    ['urn:altinn:authlevel', 0],
    ['amr', ['SelfIdentified']],
    ['urn:altinn:authenticatemethod', 'SelfIdentified'],
    ...session,
  ])
  expect(selfIdentifiedClaims({}, context())).toMatchObject({
    'urn:altinn:party:uuid': '00000001-0000-4000-8000-000000000000',
    'urn:altinn:userid': 0,
    'urn:altinn:username': expect.stringMatching(/^SIUser\d{4}$/),
    'urn:altinn:partyid': expect.toSatisfy((party: number) => party >= 5_000_000 && party < 7_000_000),
  })
})

rule('authentication §4', 'the token of a user who registered by email has exactly the claims of the generator, in its order', () => {
  const claims = selfRegisteredClaims({ email: 'oda@example.org', userId: '1', partyId: '2', partyuuid: uuid }, context())

  expect(members(claims)).toEqual([
    ['sub', `urn:altinn:party:uuid:${uuid}`],
    ['sid', expect.stringMatching(letters)],
    ['iss', issuer],
    ['urn:altinn:party:uuid', uuid],
    ['jti', claims.sid],
    ['urn:altinn:partyid', 2],
    ['urn:altinn:userid', 1],
    ['urn:altinn:username', 'epost:oda@example.org'],
    ['orignaliss', 'idporten'],
    ['email', 'oda@example.org'],
    ['urn:altinn:party:external-identifier', 'urn:altinn:person:idporten-email:oda@example.org'],
    ['acr', 'selfregistered-email'],
    ['urn:altinn:authlevel', 0],
    ['amr', ['Selfregistered-email']],
    ['urn:altinn:authenticatemethod', 'IdportenEpost'],
    ['auth_time', iat],
    ...session,
  ])
})

rule('authentication §4', 'the token of an application has exactly the claims of the generator, in its order', () => {
  const expected = (iss: string) => [
    ['urn:altinn:app', 'ab'],
    ['exp', iat + 60],
    ['iat', iat],
    ['iss', iss],
    ['actual_iss', 'altinn-test-tools'],
    ['nbf', iat - 5],
  ]

  expect(members(platformClaims({ app: 'ab', ttl: '60' }, context()))).toEqual(expected(issuer))
  expect(members(platformAccessClaims({ app: 'ab', ttl: '60', org: 'ttd' }, context()))).toEqual(expected('ttd'))
  expect(platformAccessClaims({ app: 'ab' }, context()).iss).toBe('platform')
})

test('numbers are those given, and then synthetic ones that all differ and have correct check digits', () => {
  const given = ['312345676', '313456781']
  const organizations = numbersOf('organization', 1000, given, 0xdeadbeef)
  const people = numbersOf('person', 1000, [], 0xdeadbeef)

  expect([organizations.slice(0, 2), numbersOf('organization', 1, given, 0)]).toEqual([given, ['312345676']])
  expect([new Set(organizations).size, new Set(people).size]).toEqual([1000, 1000])
  expect(organizations.filter((number) => !hasOrganizationDigit(number))).toEqual([])
  expect(people.filter((number) => !hasPersonDigits(number))).toEqual([])
})
