import { expect, test } from 'vitest'
import { isOrganizationForm, iso6523, organizationNumber } from '../../../src/wire/values/organization-number.ts'

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
