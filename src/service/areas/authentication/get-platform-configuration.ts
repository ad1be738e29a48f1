/** Returns the platform's OpenID configuration, which tells services where the platform's keys are. Source: authentication §3. */
import { platformIssuer } from '../../tokens/caller.ts'
import { reply } from '../../wire/row.ts'
import { defineOperation } from '../operation.ts'
import { platformConfiguration } from './constraints/token-request.ts'
import { published } from './get-keys.ts'

export const getPlatformConfiguration = defineOperation({
  ...published,
  id: 'authentication.getPlatformConfiguration',
  path: '/authentication/api/v1/openid/.well-known/openid-configuration',
  summary: 'The platform’s OpenID configuration',
  replies: { 200: reply.json(platformConfiguration) },

  handle(_, { url, reply: answer }) {
    const issuer = platformIssuer(url(''))
    return answer(200, {
      issuer,
      jwks_uri: `${issuer}.well-known/openid-configuration/jwks`,
      authorization_endpoint: url('/authentication/api/v1/authorize/'),
      token_endpoint: url('/authentication/api/v1/token/'),
      end_session_endpoint: `${issuer}logout/`,
      response_types_supported: ['token'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  },
})
