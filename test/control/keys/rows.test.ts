/** The keys that sign tokens are rotated while Standin runs. */
import { expect, rule } from '../../support/rule.ts'
import { standin } from '../../support/standin.ts'

rule('decisions §12', 'after a rotation tokens have a new key, and the one before stays good until the next', async ({ ask, client }) => {
  const { body: made } = await ask('control.makeToken')
  const status = async () =>
    (await client.call('events.listSubscriptions', { as: null, headers: { authorization: `Bearer ${made.token}` } })).status

  expect(await status()).toBe(200)
  const { body: first } = await ask('control.rotateKeys')
  expect(first.published).toEqual([first.kid, expect.stringMatching(/^[0-9A-F]{40}$/)])
  expect(await status()).toBe(200)
  const { body: second } = await ask('control.rotateKeys', { prefix: '/worlds/other' })
  expect(second.published).toEqual([second.kid, first.kid])
  expect(await status()).toBe(401)
})

rule('decisions §3', 'a token of the control row begins its issuer with the base by which the call came', async ({ ask }) => {
  expect((await ask('control.makeToken')).body.claims.iss).toBe('http://standin.test/authentication/api/v1/openid/')
  expect((await ask('control.makeToken', { prefix: '/worlds/mine/production' })).body.claims.iss).toBe(
    'http://standin.test/worlds/mine/production/authentication/api/v1/openid/',
  )
})

rule('decisions §10', 'a setting that cannot be a signing key is refused', () => {
  expect(() => standin({ signingKey: 'secret' })).toThrow('is not a private key')
})
