import { expect, test } from 'vitest'
import { conditionEndpointError, isReadableUri } from '../../../src/wire/values/endpoint-address.ts'
import { rule } from '../../support/rule.ts'

const invalid = 'ConditionEndpoint must be a valid absolute URI or null.'
const otherScheme = 'ConditionEndpoint must use http or https scheme.'

const readable: [text: string, error: string | undefined][] = [
  ['https://cases.example.org/7741/unread', undefined],
  ['http://localhost', undefined],
  ['HTTP://localhost:4300/a?b=c#d', undefined],
  ['https://[::1]/x', undefined],
  ['https://blåbær.example/sti', undefined],
  ['https://example.org/100%25', undefined],
  ['', invalid],
  ['/relative', invalid],
  ['relative/path', invalid],
  ['example.org', invalid],
  ['//example.org/x', invalid],
  ['http:example.org', invalid],
  ['https:/example.org', invalid],
  ['https://example.org/with space', invalid],
  ['https://example.org/100%', invalid],
  ['https://example.org/<x>', invalid],
  [' https://example.org', invalid],
  ['https://example.org\n', invalid],
  ['ftp://example.org/x', otherScheme],
  ['mailto:user@example.org', otherScheme],
  ['urn:altinn:resource:x', otherScheme],
  ['ws://example.org', otherScheme],
]

for (const [text, error] of readable) {
  rule('notifications §3.2, notifications §4.5', `${JSON.stringify(text)} can be read, with the error: ${error}`, () => {
    expect(isReadableUri(text)).toBe(true)
    expect(conditionEndpointError(text)).toBe(error)
  })
}

for (const text of ['http://', 'https://', 'http://:80', 'http://a b/', 'https://example.org:port/', 'https://example.org:99999/']) {
  rule('notifications §4.3', `${JSON.stringify(text)} cannot be read`, () => {
    expect(isReadableUri(text)).toBe(false)
  })
}

test('a text of 30 MB is read and refused', () => {
  const text = 'a'.repeat(30_000_000)

  expect(isReadableUri(text)).toBe(true)
  expect(conditionEndpointError(text)).toBe(invalid)
})
