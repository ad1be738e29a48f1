/** Requests for which any token will do. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { anyTokenOf, isControlCall, readRequest } from '../../src/pact/any-token.ts'

const sent = 'Bearer a-token'
const headers = { authorization: sent }
const inVersion2 = { '$.headers.Authorization': { match: 'regex', regex: 'Bearer .*' } }
const inVersion3 = { header: { Authorization: { matchers: [{ match: 'type' }] } } }
// biome-ignore lint/suspicious/noTemplateCurlyInString: Pact writes expressions like this
const generators = { header: { Authorization: { type: 'ProviderState', expression: 'Bearer ${token}' } } }

test.each([
  ['matches it by a rule of version 2', { headers, matchingRules: inVersion2 }, sent],
  ['matches it by a rule of version 3', { headers, matchingRules: inVersion3 }, sent],
  ['matches it by a rule of version 4', { headers: { Authorization: [sent] }, matchingRules: inVersion3 }, sent],
  ['names the token of its state', { headers, matchingRules: inVersion3, generators }, undefined],
  ['wants this token', { headers }, undefined],
  ['sends none', { matchingRules: inVersion3 }, undefined],
  ['is absent, as in a message', undefined, undefined],
])('a request that %s', (_, request, token) => {
  expect(anyTokenOf(z.object(readRequest).parse({ request }))).toBe(token)
})

test.each(['/_standin/worlds/mine', '/worlds/mine/_standin/reset', '/%5Fstandin/reset', '/future/../_standin/reset', '//_standin/reset'])(
  'the path %s is one of a control row, which no contract is about',
  (path) => {
    expect(isControlCall(z.object(readRequest).parse({ request: { path } }))).toBe(true)
  },
)

test('a path of the service is none of a control row', () => {
  for (const request of [{ path: '/future/orders' }, { path: '/future/shipment/_standing' }, {}, undefined])
    expect(isControlCall(z.object(readRequest).parse({ request }))).toBe(false)
})
