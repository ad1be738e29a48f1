import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Claims, holds, readCaller } from '../../src/identity/caller.ts'
import { admin, anyone, scope, token } from '../../src/wire/scopes.ts'

const consumer = { authority: 'iso6523-actorid-upis', ID: '0192:312345676' }
const details = (more: Claims = {}) => ({
  type: 'urn:altinn:systemuser',
  systemuser_id: ['a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21', 'another'],
  systemuser_org: { authority: 'iso6523-actorid-upis', ID: '0192:313456780' },
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
    clientId: 'c',
    scopes: ['a', 'b'],
    vendor: '312345676',
    systemUser: undefined,
    iss: 'i',
    exp: 1_800_000_000_000,
    nbf: 1_700_000_000_000,
  })
})

test.each([
  ['an object', details()],
  ['an array of one', [details()]],
  ['an array whose first counts', [details(), details({ systemuser_org: { ID: '0192:314567895' } })]],
  ['bare digits', details({ systemuser_org: { ID: '313456780' } })],
])('a system user acts for its customer, whatever the vendor’s claims say: %s', (_name, authorization_details) => {
  expect(read({ authorization_details, 'urn:altinn:orgNumber': '312345676', consumer })).toMatchObject({
    orgNo: '313456780',
    vendor: '312345676',
    systemUser: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21',
  })
})

test.each([
  ['null', null],
  ['empty text', ''],
  ['text', JSON.stringify(details())],
  ['a number', 313456780],
  ['an empty object', {}],
  ['an empty array', []],
  ['an array of an array', [[details()]]],
  ['an array of null', [null]],
  ['no organization', details({ systemuser_org: undefined })],
  ['organization as text', details({ systemuser_org: '0192:313456780' })],
  ['organization as array', details({ systemuser_org: [{ ID: '0192:313456780' }] })],
  ['no ID', details({ systemuser_org: { authority: 'iso6523-actorid-upis' } })],
  ['ID in small letters', details({ systemuser_org: { id: '0192:313456780' } })],
  ['too few digits', details({ systemuser_org: { ID: '0192:31345678' } })],
  ['too many digits', details({ systemuser_org: { ID: '0192:3134567800' } })],
  ['digits before the last colon', details({ systemuser_org: { ID: '313456780:' } })],
  ['a line end after the digits', details({ systemuser_org: { ID: '0192:313456780\n' } })],
  ['digits of another script', details({ systemuser_org: { ID: '0192:٣١٣٤٥٦٧٨٠' } })],
])('broken details leave no organization instead of the vendor’s: %s', (_name, authorization_details) => {
  const caller = read({ authorization_details, 'urn:altinn:orgNumber': '312345676', consumer })

  expect(caller).toMatchObject({ vendor: '312345676' })
  expect(caller?.orgNo).toBeUndefined()
})

test('the organization number goes before the consumer, and the consumer stands in where there is none', () => {
  expect(read({ 'urn:altinn:orgNumber': '313456780', consumer })).toMatchObject({ orgNo: '313456780', vendor: '312345676' })
  expect(read({ 'urn:altinn:orgNumber': 313456780 })).toMatchObject({ orgNo: '313456780' })
  expect(read({ 'urn:altinn:orgNumber': '0192:313456780' })).toMatchObject({ orgNo: '313456780' })
  expect(read({ consumer })).toMatchObject({ orgNo: '312345676', vendor: '312345676' })
})

test('an organization number that is none does not fall back to the consumer', () => {
  expect(read({ 'urn:altinn:orgNumber': 'x', consumer })?.orgNo).toBeUndefined()
})

test.each<[string, Claims, string[]]>([
  ['the older claim goes first', { 'urn:altinn:scope': 'a', scope: 'b' }, ['a']],
  ['several', { scope: 'altinn:broker.read altinn:broker.write' }, ['altinn:broker.read', 'altinn:broker.write']],
  ['none', {}, []],
  ['empty', { scope: '' }, []],
  ['an array is no list of scopes', { scope: ['a'] }, []],
  ['a tab separates nothing', { scope: 'a\tb' }, ['a\tb']],
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
])('a token whose exp is %s names nobody', (_name, exp) => {
  expect(readCaller({ exp, consumer })).toBeUndefined()
})

test('an nbf that is no number names nobody, and none at all is good from the beginning', () => {
  expect(read({ nbf: '0' })).toBeUndefined()
  expect(read({ nbf: null })).toBeUndefined()
  expect(read({})?.nbf).toBe(0)
})

test('times beyond any calendar become its ends, so that they can be written', () => {
  expect(read({ exp: 1e308, nbf: -1e308 })).toMatchObject({ exp: Date.parse('9999-12-31T23:59:59.999Z'), nbf: 0 })
})

test.each([[undefined], [null], [[]], ['text'], [7]])('what is no object of claims names nobody: %j', (claims) => {
  expect(readCaller(claims)).toBeUndefined()
})

test('a caller cannot be changed by one of the calls that share it', () => {
  const caller = read({ scope: 'a' })

  expect(Object.isFrozen(caller)).toBe(true)
  expect(Object.isFrozen(caller?.scopes)).toBe(true)
})

test('whatever the claims are, reading them ends in nobody or a caller of the promised form', () => {
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
  ['anyone', anyone, undefined, true],
  ['a token, without one', token, undefined, false],
  ['a token, with one', token, reader, true],
  ['a scope, without a token', scope('altinn:broker.read'), undefined, false],
  ['a scope that is held', scope('altinn:broker.read'), reader, true],
  ['any of several', scope('altinn:broker.write', 'altinn:broker.read'), reader, true],
  ['a scope that is not held', scope('altinn:broker.write'), reader, false],
  ['the beginning of one that is held', scope('altinn:broker'), reader, false],
  ['other letters', scope('ALTINN:BROKER.READ'), reader, false],
  ['the administrator, who has no such token', admin, reader, false],
])('access for %s', (_name, access, caller, expected) => {
  expect(holds(caller, access)).toBe(expected)
})
