import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

rule('authentication §3', 'authentication.getPlatformKeys: the keys have no alg and no certificate, and verify tokens', async () => {
  const { client, simulator } = standin()
  const { body } = await client.call('authentication.getPlatformKeys')
  const { token } = await simulator.token({ orgNo: '312345676' })

  expect(body.keys.map((key) => Object.keys(key).sort())).toEqual([['e', 'kid', 'kty', 'n', 'use']])
  await expect(compactVerify(token, createLocalJWKSet(body as JSONWebKeySet))).resolves.toBeDefined()
})
