/** Phone numbers are read as Google's library reads them. */
import fc from 'fast-check'
import google from 'google-libphonenumber'
import { expect, test } from 'vitest'
import { isPhoneNumber, loadPhoneNumbers } from '../../../../src/service/wire/identifiers.ts'
import { internationalDigits } from '../../../../src/service/wire/values/international-number.ts'

const library = google.PhoneNumberUtil.getInstance()

function isValidToLibrary(text: string): boolean {
  try {
    return library.isValidNumber(library.parse(text))
  } catch {
    return false
  }
}

const kinds = Object.values(google.PhoneNumberType).filter((kind) => typeof kind === 'number')

/** One number of each kind of each country. */
const numbers = [
  ...library.getSupportedRegions().flatMap((region) =>
    kinds.flatMap((kind) => {
      const number = library.getExampleNumberForType(region, kind)
      return number ? [library.format(number, google.PhoneNumberFormat.E164)] : []
    }),
  ),
  '+80012345678',
  '+870301234567',
  '+882342123456',
  '+979123456789',
]

/** Leaves out letters and digits that only the port to .NET knows, which the service uses: phone-number.test.ts has these. */
const additions = [
  '\n',
  '\r\n',
  '\t',
  '\0',
  ' ',
  '\u00a0',
  '\u0085',
  '\u00ad',
  '\u200b',
  '\u2060',
  '\u3000',
  '\ufeff',
  '\ud83d\ude00',
  ...Array.from('*-.()[]/\\\u2010\uff0d~\uff5e+\uff0b,;#!?@=|019٣３aZxX'),
  '00',
  'abc',
  'ext',
  'tel:',
  'int',
  ' ext. 12',
  'x123',
  ',,12',
  '; 12',
  ' - 12#',
  'доб 1',
  ';ext=5',
  ';ext=',
  ';isub=1',
  ';phone-context=+47',
  ';phone-context=a.no',
  ';phone-context=-',
  'anexo5',
  '/x2',
  '1'.repeat(240),
  // Around the most that the library reads.
  ...Array.from({ length: 16 }, (_, more) => '-'.repeat(228 + more)),
]

const keypad = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

/** The number with letters in the place of digits, from the fifth character on. */
const spelt = (number: string, nth: number) =>
  number.replace(
    /(?<=^.{4,})\d/g,
    (digit, at: number) => keypad[Number(digit)]?.[(nth + at) % (keypad[Number(digit)]?.length || 1)] ?? digit,
  )
const number = fc
  .tuple(fc.constantFrom(...numbers), fc.option(fc.nat(11), { freq: 4 }))
  .map(([digits, nth]) => (nth === null ? digits : spelt(digits, nth)))

const addition = fc.record({ at: fc.nat(), atEnd: fc.boolean(), what: fc.constantFrom(...additions) })
const text = fc
  .tuple(number, fc.array(addition, { maxLength: 3 }))
  .map(([written, added]) =>
    added.reduce((so, { at, atEnd, what }) => {
      const place = atEnd ? so.length : 1 + (at % so.length)
      return so.slice(0, place) + what + so.slice(place)
    }, written),
  )
  .filter((written) => !written.startsWith('++'))

/** Two versions of the metadata may differ in what a country has given out. */
const isSameInMetadata = (digits: string | undefined) =>
  digits === undefined || isPhoneNumber(`+${digits}`) === isValidToLibrary(`+${digits}`)

test('a number with anything added to it is valid where the library says so', async () => {
  await loadPhoneNumbers()
  let valid = 0
  let known = 0

  fc.assert(
    fc.property(text, (written) => {
      if (!isSameInMetadata(internationalDigits(written))) return
      known += 1
      const isValid = isValidToLibrary(written)
      if (isValid) valid += 1

      expect({ written, isValid: isPhoneNumber(written) }).toEqual({ written, isValid })
    }),
    { numRuns: 10_000, seed: 4 },
  )

  expect(known).toBeGreaterThan(9_900)
  expect(valid).toBeGreaterThan(3_000)
})

test('nearly all numbers of all countries have the same metadata', async () => {
  await loadPhoneNumbers()

  expect(numbers.length).toBeGreaterThan(900)
  expect(numbers.filter((number) => !isPhoneNumber(number)).length).toBeLessThan(10)
})
