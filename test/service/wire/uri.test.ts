import { expect, test } from 'vitest'
import { conditionEndpointErrors, isReadableUri } from '../../../src/service/wire/uri.ts'
import { rule } from '../../support/rule.ts'

const invalid = 'ConditionEndpoint must be a valid absolute URI or null.'
const otherScheme = 'ConditionEndpoint must use http or https scheme.'

const readable: [text: string, ...errors: string[]][] = [
  ['https://cases.example.org/7741/unread'],
  ['http://localhost'],
  ['HTTP://localhost:4300/a?b=c#d'],
  ['https://[::1]/x'],
  ['https://blåbær.example/sti'],
  ['https://example.org/100%25'],
  ['', invalid],
  ['/relative', invalid],
  ['relative/path', invalid],
  ['example.org', invalid],
  ['//example.org/x', invalid],
  ['http:example.org', invalid],
  ['https:/example.org', invalid],
  ['https://example.org/with space', invalid],
  ['https://example.org/100%'],
  ['https://example.org/<x>', invalid],
  [' https://example.org'],
  ['https://example.org\n'],
  ['HTTPS://EXAMPLE.ORG:0443/./a/../b'],
  ['https:\\\\example.org/a'],
  ['https://example.org?a=1'],
  ['https://example.org:/'],
  ['https://user:pass%7B@example.org/'],
  ['https://us{er@example.org/', invalid],
  ['https://a_b.example.org/'],
  ['https://-a.example.org/'],
  ['https://999.999.999.999/'],
  ['https://[fe80::1%25eth0]/'],
  ['https://a.example/%7Bid%7D', invalid],
  ['https://a.example/?a=%22', invalid],
  ['https://a.example/#%3c', invalid],
  ['https://a.example/%20'],
  ['https://a.example/%20/x', invalid],
  ['https://a.example/%20?x', invalid],
  ['https://a.example/a%2Fb%25%5C%0A'],
  ['https://a.example/%41%7E'],
  ['https://a.example/%C3%A5'],
  ['https://a.example/å%2F', invalid],
  ['https://a.example/%C3%A5%2F', invalid],
  ['https://a.example/å?%2F'],
  ['https://a.example/%FF%2F'],
  ['https://a.example/\ue000'],
  ['https://a.example/a\\b'],
  ['https://a.example/?a\\b', invalid],
  ['https://a.example/[x]', invalid],
  ['https://a.example/a#b#c', invalid],
  ['https://a.example/a|b', invalid],
  ['\\\\server\\share', otherScheme],
  ['\\\\server\\my share', invalid, otherScheme],
  ['\\/server', invalid],
  ['c:\\file', otherScheme],
  ['file:///etc/hosts', otherScheme],
  ['file:name', invalid],
  ['0192:991825827', invalid],
  ['+3', invalid],
  [':x', invalid],
  ['a b:c', invalid],
  ['ftp://example.org/{x}', invalid, otherScheme],
  ['tel:+47 999', invalid, otherScheme],
  ['javascript:alert(1)', otherScheme],
  ['data:,%7B%7D', invalid, otherScheme],
  ['ftp://example.org/x', otherScheme],
  ['mailto:user@example.org', otherScheme],
  ['urn:altinn:resource:x', otherScheme],
  ['ws://example.org', otherScheme],
]

for (const [text, ...errors] of readable) {
  rule('notifications §3.2, notifications §4.5', `${JSON.stringify(text)} can be read, with the errors: ${errors.join(' ')}`, () => {
    expect(isReadableUri(text)).toBe(true)
    expect(conditionEndpointErrors(text)).toEqual(errors)
  })
}

for (const text of [
  'http://',
  'https://',
  'http://:80',
  'http://a b/',
  'https://example.org:port/',
  'https://example.org:99999/',
  'https://example.org\\x',
  'https://a..b/',
  'https://user@',
  'a:b',
  'abc://a b/',
  '\\\\ser ver\\x',
]) {
  rule('notifications §4.3', `${JSON.stringify(text)} cannot be read`, () => {
    expect(isReadableUri(text)).toBe(false)
  })
}

test('a text of 30 MB is read and refused', () => {
  const text = 'a'.repeat(30_000_000)

  expect(isReadableUri(text)).toBe(true)
  expect(conditionEndpointErrors(text)).toEqual([invalid])
})
