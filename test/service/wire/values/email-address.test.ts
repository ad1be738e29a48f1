import { expect, test } from 'vitest'
import { isEmailAddress } from '../../../../src/service/wire/identifiers.ts'
import { rule } from '../../../support/rule.ts'

const long = (length: number) => 'a'.repeat(length)
const labels = (count: number) => 'a.'.repeat(count)

const valid = [
  'user.name+tag@domain.co.uk',
  'user@example.org',
  'a@b.no',
  ' user@example.org ',
  '\tuser@example.org\n',
  "!#$%&;'*+-=?^_{|}~`@example.org",
  'blåbærsyltetøy@grøft.no',
  'ÆØÅ@ÆØÅ.NO',
  'user@xn--bl-zia.no',
  'user@1.2.3.4',
  'user@999.999.999.999',
  'user@1a.example',
  '&quot;hei&quot;@example.org',
  '&quot;a b@c&quot;@example.org',
  `user@${long(63)}.no`,
  `user@${labels(9)}no`,
  `user@example.${long(14)}`,
  `${long(100_000)}@example.org`,
]

for (const text of valid) {
  rule('notifications §4.6', `${JSON.stringify(text).slice(0, 100)} is an email address`, () => {
    expect(isEmailAddress(text)).toBe(true)
  })
}

const invalid = [
  'user@example',
  '',
  '   ',
  '@',
  'user',
  'user@',
  '@example.org',
  'user@@example.org',
  'user@example.org@example.org',
  'us er@example.org',
  '.user@example.org',
  'user.@example.org',
  'us..er@example.org',
  '"user"@example.org',
  '&quot;a t&quot;@example.org',
  '&quot;a b&quot;.c@example.org',
  'user@\u{1d7cf}.2.3.4',
  'us/er@example.org',
  'us(er)@example.org',
  'us,er@example.org',
  'üser@example.org',
  'user@exämple.org',
  'user@.org',
  'user@example..org',
  'user@example.org.',
  'user@-example.org',
  'user@example-.org',
  'user@exa_mple.org',
  'user@example.o',
  'user@example.o1',
  'user@example.nø',
  `user@example.${long(15)}`,
  `user@${long(64)}.no`,
  `user@${labels(10)}no`,
  'user@1.2.3',
  'user@1.2.3.4.5',
  'user@1.2.3.1234',
  'user@[1.2.3.4]',
  'Name <user@example.org>',
]

for (const text of invalid) {
  rule('notifications §4.6', `${JSON.stringify(text).slice(0, 100)} is not an email address`, () => {
    expect(isEmailAddress(text)).toBe(false)
  })
}

const hostile: [contents: string, text: string][] = [
  ['one long word', long(100_000)],
  ['many dots before the at sign', `${'a.'.repeat(50_000)}@example.org`],
  ['many dots and no at sign', 'a.'.repeat(50_000)],
  ['many at signs', '@'.repeat(100_000)],
  ['many labels', `a@${'a.'.repeat(50_000)}`],
  ['many hyphens', `a@${'-'.repeat(100_000)}.no`],
  ['many letters and hyphens in turn', `a@${'a-'.repeat(50_000)}.no`],
  ['many blanks in the middle', `a${' '.repeat(100_000)}@example.org`],
  ['many digits', `a@${'1.'.repeat(50_000)}`],
]

/** A quadratic pattern would exceed the time limit of a test. */
test.each(hostile)('%s of 100 kB are refused', (_, text) => {
  expect(isEmailAddress(text)).toBe(false)
})

test('an address with a name of 30 MB is accepted', () => {
  expect(isEmailAddress(`${long(30_000_000)}@example.org`)).toBe(true)
})
