import fc from 'fast-check'
import { expect } from 'vitest'
import { readGuid } from '../../../src/wire/values/guid.ts'
import { rule } from '../../support/rule.ts'

const plain = 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'
const digits = plain.replaceAll('-', '')

rule('notifications §1.3, file-transfer §0', 'every notation is read, and written with hyphens in lower case', () => {
  const mixed = fc.uuid().chain((guid) => fc.mixedCase(fc.constant(guid)).map((text) => ({ guid, text })))
  fc.assert(
    fc.property(mixed, ({ guid, text }) => {
      const notations = [text, `{${text}}`, `(${text})`, text.replaceAll('-', '')]
      expect(notations.map(readGuid)).toEqual(Array(4).fill(guid))
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
  ` ${plain}`,
  `${plain}\n`,
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
