import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Claims, consumerOf, mayCall, readCaller } from '../../../src/service/tokens/caller.ts'
import { admin, anyone, scope, token } from '../../../src/service/wire/vocabulary.ts'
import { rule } from '../../support/rule.ts'

const consumer = { authority: 'iso6523-actorid-upis', ID: '0192:312345676' }
const details = (more: Claims = {}) => ({
  type: 'urn:altinn:systemuser',
  systemuser_id: ['a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21', 'another'],
  systemuser_org: { authority: 'iso6523-actorid-upis', ID: '0192:313456781' },
  ...more,
})
const read = (claims: Claims) => readCaller({ exp: 2_000_000_000, ...claims })

test('every claim of a complete token is read', () => {
  const claims = {
    'urn:altinn:org': 'ttd',
    'urn:altinn:orgNumber': '312345676',
    client_id: 'c',
    scope: 'a b',
    consumer,
    iss: 'i',
    exp: 1_800_000_000,
    nbf: 1_700_000_000,
  }

  expect(readCaller(claims)).toEqual({
    org: 'ttd',
    orgNo: '312345676',
    platformOrgNo: '312345676',
    clientId: 'c',
    scopes: ['a', 'b'],
    vendor: '312345676',
    session: 'c',
    kind: undefined,
    systemUser: undefined,
    user: undefined,
    iss: 'i',
    exp: 1_800_000_000_000,
    nbf: 1_700_000_000_000,
  })
})

test.each([
  ['an object', details()],
  ['an array of one', [details()]],
  ['an array of several', [details(), details({ systemuser_org: { ID: '0192:314567895' } })]],
  ['bare digits', details({ systemuser_org: { ID: '313456781' } })],
])('a system user whose details are %s acts for its customer, not for the vendor', (_name, authorization_details) => {
  expect(read({ authorization_details, 'urn:altinn:orgNumber': '312345676', consumer })).toMatchObject({
    orgNo: '313456781',
    vendor: '312345676',
    systemUser: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21',
  })
})

test.each([
  ['null', null],
  ['empty text', ''],
  ['text', JSON.stringify(details())],
  ['a number', 313456781],
  ['an empty object', {}],
  ['an empty array', []],
  ['an array of an array', [[details()]]],
  ['an array of null', [null]],
  ['without organization', details({ systemuser_org: undefined })],
  ['an organization as text', details({ systemuser_org: '0192:313456781' })],
  ['an organization as array', details({ systemuser_org: [{ ID: '0192:313456781' }] })],
  ['without ID', details({ systemuser_org: { authority: 'iso6523-actorid-upis' } })],
  ['id in lower case', details({ systemuser_org: { id: '0192:313456781' } })],
  ['too few digits', details({ systemuser_org: { ID: '0192:31345678' } })],
  ['too many digits', details({ systemuser_org: { ID: '0192:3134567810' } })],
  ['digits before the last colon', details({ systemuser_org: { ID: '313456781:' } })],
  ['a line break after the digits', details({ systemuser_org: { ID: '0192:313456781\n' } })],
  ['digits of another script', details({ systemuser_org: { ID: '0192:٣١٣٤٥٦٧٨٠' } })],
])('a system user with broken details has no organization: %s', (_name, authorization_details) => {
  const caller = read({ authorization_details, 'urn:altinn:orgNumber': '312345676', consumer })

  expect(caller).toMatchObject({ vendor: '312345676' })
  expect(caller?.orgNo).toBeUndefined()
})

test('the organization is that of the organization number, or else of the consumer', () => {
  expect(read({ 'urn:altinn:orgNumber': '313456781', consumer })).toMatchObject({ orgNo: '313456781', vendor: '312345676' })
  expect(read({ 'urn:altinn:orgNumber': 313456781 })).toMatchObject({ orgNo: '313456781' })
  expect(read({ 'urn:altinn:orgNumber': '0192:313456781' })).toMatchObject({ orgNo: '313456781' })
  expect(read({ consumer })).toMatchObject({ orgNo: '312345676', vendor: '312345676' })
})

test('a malformed organization number is not replaced by the consumer', () => {
  expect(read({ 'urn:altinn:orgNumber': 'x', consumer })?.orgNo).toBeUndefined()
})

test.each<[string, Claims, string[]]>([
  ['the older claim wins', { 'urn:altinn:scope': 'a', scope: 'b' }, ['a']],
  ['several scopes', { scope: 'altinn:broker.read altinn:broker.write' }, ['altinn:broker.read', 'altinn:broker.write']],
  ['no scope', {}, []],
  ['an empty text', { scope: '' }, []],
  ['an array is not read', { scope: ['a'] }, []],
  ['a tab does not separate', { scope: 'a\tb' }, ['a\tb']],
])('scopes are split at single spaces: %s', (_name, claims, expected) => {
  expect(read(claims)?.scopes).toEqual(expected)
})

test.each<[string, unknown]>([
  ['missing', undefined],
  ['null', null],
  ['text', '2000000000'],
  ['an array', [2_000_000_000]],
  ['an object', {}],
  ['true', true],
  ['not a number', Number.NaN],
])('claims whose exp is %s give no caller', (_name, exp) => {
  expect(readCaller({ exp, consumer })).toBeUndefined()
})

test('claims whose nbf is not a number give no caller, and claims without nbf are valid from 1970', () => {
  expect(read({ nbf: '0' })).toBeUndefined()
  expect(read({ nbf: null })).toBeUndefined()
  expect(read({})?.nbf).toBe(0)
})

test('times outside 1970 to 9999 become the nearest time inside', () => {
  expect(read({ exp: 1e308, nbf: -1e308 })).toMatchObject({ exp: Date.parse('9999-12-31T23:59:59.999Z'), nbf: 0 })
})

test.each([[undefined], [null], [[]], ['text'], [7]])('%j gives no caller', (claims) => {
  expect(readCaller(claims)).toBeUndefined()
})

test('a caller cannot be changed, because several calls share it', () => {
  const caller = read({ scope: 'a' })

  expect(Object.isFrozen(caller)).toBe(true)
  expect(Object.isFrozen(caller?.scopes)).toBe(true)
})

test('any claims give no caller or a caller with values of the right types', () => {
  const value = fc.oneof(fc.anything(), fc.constant(details()), fc.record({ ID: fc.oneof(fc.string(), fc.anything()) }), fc.double())
  const names = [
    'urn:altinn:org',
    'urn:altinn:orgNumber',
    'urn:altinn:scope',
    'scope',
    'client_id',
    'consumer',
    'authorization_details',
    'iss',
    'exp',
    'nbf',
  ]
  const anyClaims = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
  const numbered = fc.tuple(anyClaims, fc.double(), fc.double()).map(([claims, exp, nbf]) => ({ ...claims, exp, nbf }))
  const system = fc
    .tuple(anyClaims, fc.anything())
    .map(([claims, odd]) => ({ ...claims, authorization_details: details({ systemuser_org: odd }) }))

  fc.assert(
    fc.property(fc.oneof(fc.anything(), anyClaims, numbered, system), (claims) => {
      const caller = readCaller(claims)
      if (caller === undefined) return
      const { exp, nbf, scopes, ...texts } = caller
      expect(Number.isFinite(exp) && Number.isFinite(nbf)).toBe(true)
      expect(() => [new Date(exp).toISOString(), new Date(nbf).toISOString()]).not.toThrow()
      expect([...scopes, ...Object.values(texts).filter((text) => text !== undefined)].every((text) => typeof text === 'string')).toBe(true)
      expect([caller.orgNo ?? '000000000', caller.vendor ?? '000000000'].every((orgNo) => /^\d{9}$/.test(orgNo))).toBe(true)
    }),
    { seed: 1, numRuns: 2000 },
  )
})

const reader = read({ scope: 'altinn:broker.read altinn:x' })

test.each([
  ['for anyone', 'without a token', anyone, undefined, true],
  ['for tokens', 'without a token', token, undefined, false],
  ['for tokens', 'with a token', token, reader, true],
  ['for a scope', 'without a token', scope('altinn:broker.read'), undefined, false],
  ['for a scope', 'with this scope', scope('altinn:broker.read'), reader, true],
  ['for several scopes', 'with one of them', scope('altinn:broker.write', 'altinn:broker.read'), reader, true],
  ['for a scope', 'without this scope', scope('altinn:broker.write'), reader, false],
  ['for a scope', 'with a longer scope', scope('altinn:broker'), reader, false],
  ['for a scope', 'with this scope in another case', scope('ALTINN:BROKER.READ'), reader, false],
  ['for the administrator', 'with a token', admin, reader, false],
])('may a row %s be called %s', (_row, _caller, access, caller, expected) => {
  expect(mayCall(caller, access)).toBe(expected)
})

const orgNoClaim = { 'urn:altinn:orgNumber': '312345676' }
const systemClaims = {
  authorization_details: {
    type: 'urn:altinn:systemuser',
    systemuser_id: ['a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'],
    systemuser_org: { ID: '0192:313456781' },
  },
}
const userClaim = { 'urn:altinn:userid': 20000 }
const orgClaim = { 'urn:altinn:org': 'ttd' }

for (const [claims, expected] of [
  [{ ...orgClaim, ...userClaim, ...systemClaims, ...orgNoClaim }, '/org/ttd'],
  [{ ...userClaim, ...systemClaims, ...orgNoClaim }, '/user/20000'],
  [{ 'urn:altinn:userid': '20000' }, '/user/20000'],
  [{ ...systemClaims, ...orgNoClaim }, '/systemuser/a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'],
  [orgNoClaim, '/organisation/312345676'],
  [{ 'urn:altinn:userid': '../1' }, undefined],
  [{}, undefined],
] as const) {
  rule('events §4.3, authentication §5.3', `${Object.keys(claims).join(', ') || 'no claims'} make the consumer ${expected}`, () => {
    const caller = readCaller({ exp: 2_000_000_000, ...claims })

    expect(caller && consumerOf(caller)).toBe(expected)
  })
}

rule('authentication §2.1, authentication §5', 'of a claim with several values, as an exchange may write it, the first counts', () => {
  const several = { 'urn:altinn:org': ['brg', 'ttd'], 'urn:altinn:orgNumber': ['991825827', '312345676'] }

  expect(read(several)).toMatchObject({ org: 'brg', orgNo: '991825827', platformOrgNo: '991825827' })
})

rule('authentication §5.1, authentication §5.3', 'the consumer of a token is a party to the broker, and not to the platform', () => {
  const caller = read({ consumer })

  expect([caller?.orgNo, caller?.platformOrgNo, caller && consumerOf(caller)]).toEqual(['312345676', undefined, undefined])
})
