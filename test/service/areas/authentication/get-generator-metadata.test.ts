import { expect, rule } from '../../../support/rule.ts'
import { base, standin } from '../../../support/standin.ts'

rule('authentication §4', 'authentication.getGeneratorMetadata: the metadata of the generator names its issuer and its keys', async () => {
  const { clientOf } = standin()

  const { body, headers } = await clientOf('/worlds/mine').call('authentication.getGeneratorMetadata')

  expect(headers.get('content-type')).toBe('application/json')
  expect(body).toEqual({
    issuer: `${base}/worlds/mine/api/.well-known/oauth-authorization-server`,
    jwks_uri: `${base}/worlds/mine/api/.well-known/jwks.json`,
  })
})
