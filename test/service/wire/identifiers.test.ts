import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareResourceId, isOrganizationForm, iso6523, organizationNumber, readGuid } from '../../../src/service/wire/identifiers.ts'
import { rule } from '../../support/rule.ts'

const plain = 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'
const digits = plain.replaceAll('-', '')

rule('notifications §1.3, file-transfer §0', 'every notation is read, and written with hyphens in lower case', () => {
  const mixed = fc.uuid().chain((guid) => fc.mixedCase(fc.constant(guid)).map((text) => ({ guid, text })))
  fc.assert(
    fc.property(mixed, ({ guid, text }) => {
      const notations = [text, `{${text}}`, `(${text})`, text.replaceAll('-', '')]
      // .NET takes blanks around each of them.
      for (const each of [...notations, ...notations.map((notation) => ` \t${notation}\u0085\n`)]) expect(readGuid(each)).toBe(guid)
    }),
    { seed: 1 },
  )
})

rule('authentication §4', 'the notation in hexadecimal numbers is read, with fewer digits and blanks anywhere', () => {
  expect(readGuid('{0xA1C7B9A0,0x6A0E,0x4D0A,{0x9A,0x55,0x2A,0x9D,0x0F,0x6C,0x4B,0x21}}')).toBe(plain)
  expect(readGuid(' { 0Xa1c7b9a0, 0x6a0e, 0x4d0a, { 0x9a,0x55,0x2a,0x9d,0xf,0x6c,0x4b,0x21 } } ')).toBe(plain)
  expect(readGuid('{0x1,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0xb}}')).toBe('00000001-0002-0003-0405-060708090a0b')
  expect(readGuid('{0a1c7b9a-6a0e-4d0a-9a55-2a9d0f6c4b21}')).toBe('0a1c7b9a-6a0e-4d0a-9a55-2a9d0f6c4b21')
})

for (const text of [
  '',
  'not-a-guid',
  '{0x1,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa}}',
  '{0x1,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0xb,}}',
  '{0x1,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0xb}',
  '{0x123456789,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0xb}}',
  '{0x1,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0xbcd}}',
  digits.slice(1),
  `${digits}0`,
  `{${digits}}`,
  `{${plain}`,
  `${plain}}`,
  `{${plain})`,
  `(${plain}}`,
  `({${plain}})`,
  plain.replace('-', ''),
  plain.replace('a', 'g'),
  `\uFEFF${plain}`,
  `{ ${plain} }`,
  plain.replace('a', 'а'),
  `urn:uuid:${plain}`,
]) {
  rule('notifications §1.3', `${JSON.stringify(text)} is not a GUID`, () => {
    expect(readGuid(text)).toBeUndefined()
  })
}

rule('notifications §1.3', 'any text is read as a GUID or refused', () => {
  const hostile = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF-{}()'.split('')), maxLength: 45 }))
  fc.assert(
    fc.property(hostile, (text) => {
      const read = readGuid(text)
      expect(read === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(read)).toBe(true)
      expect(read === undefined || readGuid(read) === read).toBe(true)
    }),
    { seed: 1, numRuns: 500 },
  )
})

const forms: [text: string, isForm: boolean][] = [
  ['0192:312345678', true],
  ['9999:312345678', true],
  ['urn:altinn:organization:identifier-no:312345678', true],
  ['312345678', false],
  ['0192:31234567', false],
  ['0192:3123456789', false],
  ['192:312345678', false],
  ['0192:312345678\n', false],
  [' 0192:312345678', false],
  ['URN:ALTINN:ORGANIZATION:IDENTIFIER-NO:312345678', false],
  ['urn:altinn:organization:identifier-no:0192:312345678', false],
  ['0192:٣١٢٣٤٥٦٧٨', false],
  ['', false],
]

test.each(forms)('%j has a form of an organization number: %s', (text, isForm) => {
  expect(isOrganizationForm(text)).toBe(isForm)
})

test.each(['0192:312345678', 'urn:altinn:organization:identifier-no:312345678', '312345678'])('%s is converted to ISO 6523', (text) => {
  expect(iso6523(organizationNumber(text))).toBe('0192:312345678')
})

const ids: [text: string, bare: string][] = [
  ['acme-exchange', 'acme-exchange'],
  ['urn:altinn:resource:acme-exchange', 'acme-exchange'],
  ['urn:altinn:resource:urn:altinn:resource:x', 'urn:altinn:resource:x'],
  ['URN:altinn:resource:x', 'URN:altinn:resource:x'],
]

test.each(ids)('the resource id of %s is %s', (text, bare) => {
  expect(bareResourceId(text)).toBe(bare)
})
