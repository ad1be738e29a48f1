import { expect, rule } from '../../../support/rule.ts'
import { base, standin } from '../../../support/standin.ts'

rule('authentication §3', 'authentication.getPlatformConfiguration: the configuration begins with the base of the call', async () => {
  const { clientOf } = standin()

  for (const prefix of ['', '/production', '/worlds/mine'] as const) {
    const { body } = await clientOf(prefix).call('authentication.getPlatformConfiguration')
    const api = `${base}${prefix}/authentication/api/v1`
    expect(body).toEqual({
      issuer: `${api}/openid/`,
      jwks_uri: `${api}/openid/.well-known/openid-configuration/jwks`,
      authorization_endpoint: `${api}/authorize/`,
      token_endpoint: `${api}/token/`,
      end_session_endpoint: `${api}/openid/logout/`,
      response_types_supported: ['token'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  }
})
