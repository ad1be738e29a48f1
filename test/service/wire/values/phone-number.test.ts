import { expect, test } from 'vitest'
import { isPhoneNumber, loadPhoneNumbers, normalizeRegisterNumber } from '../../../../src/service/wire/identifiers.ts'
import { rule } from '../../../support/rule.ts'

test('checking a number needs the metadata, which is loaded once', async () => {
  expect(() => isPhoneNumber('+4799999999')).toThrow('not loaded')

  const loading = loadPhoneNumbers()
  expect(loading).toBeInstanceOf(Promise)
  expect(loadPhoneNumbers()).toBe(loading)
  await loading

  expect(loadPhoneNumbers()).toBe(loading)
  expect(isPhoneNumber('+4799999999')).toBe(true)
})

const valid = [
  '+4799999999',
  '004799999999',
  '+4740000001',
  '+47 99 99 99 99',
  '+47 9999 9999 ',
  '+233242426224',
  '+4799990001',
  '+4722225555',
  '00+4799999999',
  '+4799999999*',
  '+4799999999\n',
  '+47\u00a0(99)\u00a099-99/99.',
  '+4799999999 ext. 12',
  '+4799999999;ext=1234',
  '+4799999999,,12',
  '+4799999999;isub=12',
  '+4799999999 / x',
  '+tel:99999999;phone-context=+47',
  '+4799999999;phone-context=example.org',
  '+47９９９９٩٩٩٩',
  '+४७९९९९९९९९',
  '+1800FLOWERS',
  '+4799a999999',
]

for (const text of valid) {
  rule('notifications §4.6', `${JSON.stringify(text)} is a phone number`, async () => {
    await loadPhoneNumbers()

    expect(isPhoneNumber(text)).toBe(true)
  })
}

const invalid = [
  '99999999',
  '40000000',
  '+4750000004',
  '+47900000001',
  '+14790000000',
  ' +4799999999',
  '++4740000000',
  '111100000',
  '0',
  '',
  '+',
  '00',
  '0000',
  '+47',
  '4799999999',
  'tel:+4799999999',
  '+4799999999abc',
  '+4799999999,+4799999998',
  '+4799999999æ',
  '+4799999999\ud83d\ude00 1',
  '+47\t99999999',
  '+4799999999७',
  '+4799999999?1',
  '+4799999999;phone-context=+47',
  '+4799999999;phone-context=',
  '+4799999999;phone-context=-',
  '\uff0b4799999999',
  '9'.repeat(100_000),
  `+47${'9'.repeat(100_000)}`,
  `+47${' '.repeat(100_000)}99999999`,
]

for (const text of invalid) {
  rule('notifications §4.6', `${JSON.stringify(text).slice(0, 40)} is not a phone number`, async () => {
    await loadPhoneNumbers()

    expect(isPhoneNumber(text)).toBe(false)
  })
}

const registered: [registered: string, address: string][] = [
  ['99991002', '+4799991002'],
  ['41234567', '+4741234567'],
  ['004799991002', '+4799991002'],
  ['+4799991002', '+4799991002'],
  ['004612345678', '+4612345678'],
  ['22225555', '22225555'],
  ['999910021', '999910021'],
  ['9999100', '9999100'],
  ['9999 1002', '9999 1002'],
]

for (const [number, address] of registered) {
  rule('notifications §6.1', `the number ${number} of a register has the address ${address}`, () => {
    expect(normalizeRegisterNumber(number)).toBe(address)
  })
}
