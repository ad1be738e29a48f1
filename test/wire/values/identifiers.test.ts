import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareResourceId, isOrganizationForm, iso6523, organizationNumber, readGuid } from '../../../src/wire/values/identifiers.ts'
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

for (const text of [
  '',
  'not-a-guid',
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
