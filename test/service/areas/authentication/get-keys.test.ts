import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { expect, rule } from '../../../support/rule.ts'

rule('authentication §1.5', 'authentication.getKeys: the keys of Maskinporten verify its tokens', async ({ client, simulator }) => {
  const { body, headers } = await client.call('authentication.getKeys')
  const { token } = await simulator.token({ orgNo: '312345676', issuer: 'maskinporten' })

  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(body.keys).toEqual([
    { kty: 'RSA', use: 'sig', alg: 'RS256', kid: expect.stringMatching(/^[0-9A-F]{40}$/), n: expect.any(String), e: 'AQAB' },
  ])
  await expect(compactVerify(token, createLocalJWKSet(body as JSONWebKeySet))).resolves.toBeDefined()
})

rule('decisions §12', 'a client that keeps the keys must fetch them again after a rotation', async ({ client, simulator }) => {
  const before = (await client.call('authentication.getKeys')).body as JSONWebKeySet
  await simulator.keys.rotate()
  const { token } = await simulator.token({ orgNo: '312345676', issuer: 'maskinporten' })
  const after = (await client.call('authentication.getKeys')).body as JSONWebKeySet

  await expect(compactVerify(token, createLocalJWKSet(before))).rejects.toThrow('no applicable key found')
  await expect(compactVerify(token, createLocalJWKSet(after))).resolves.toBeDefined()
  expect(after.keys[1]).toEqual(before.keys[0])
})
