import { expect, test } from 'vitest'
import { canonicalExternalIdentity, emailOfIdentity, isExternalIdentity } from '../../../../src/service/wire/identifiers.ts'
import { rule } from '../../../support/rule.ts'

const valid = [
  'urn:altinn:person:idporten-email:user@example.org',
  'urn:altinn:person:idporten-email:user%40example.org',
  'urn:altinn:party:username:kari',
  'urn:altinn:username:kari',
  'urn:altinn:person:legacy-selfidentified:kari',
  'urn:altinn:party:username:kari%20nordmann',
  'urn:altinn:party:username:100%',
]

for (const urn of valid) {
  rule('notifications §4.6', `${urn} names a user`, () => {
    expect(isExternalIdentity(urn)).toBe(true)
  })
}

const invalid = [
  '',
  'kari',
  'user@example.org',
  'urn:altinn:person:idporten-email:',
  'urn:altinn:person:idporten-email:user@example',
  'urn:altinn:person:idporten-email:user%zz@example.org%40',
  'urn:altinn:party:username:',
  'urn:altinn:party:username: ',
  'urn:altinn:party:username:%20',
  'urn:altinn:username',
  'urn:altinn:person:identifier-no:12838590150',
  ' urn:altinn:party:username:kari',
]

for (const urn of invalid) {
  rule('notifications §4.6', `${JSON.stringify(urn)} does not name a user`, () => {
    expect(isExternalIdentity(urn)).toBe(false)
  })
}

rule('notifications §4.6', 'all URNs of one user have the same canonical form', () => {
  const spellings = ['urn:altinn:party:username:kari n', 'urn:altinn:username:kari%20n', 'urn:altinn:person:legacy-selfidentified:kari n']

  expect(new Set(spellings.map(canonicalExternalIdentity))).toEqual(new Set(['urn:altinn:party:username:kari n']))
})

test('an email address names the same user in any case', () => {
  expect(canonicalExternalIdentity('urn:altinn:person:idporten-email:Kari%40Example.org')).toBe(
    'urn:altinn:person:idporten-email:kari@example.org',
  )
})

test('only a URN that names a user by email contains an address', () => {
  expect(emailOfIdentity('urn:altinn:person:idporten-email:Kari%40example.org')).toBe('Kari@example.org')
  expect(emailOfIdentity('urn:altinn:username:kari')).toBeUndefined()
})
