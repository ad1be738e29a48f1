/** Returns Maskinporten's metadata, which tells clients the URLs of the token endpoint and the keys. Source: authentication §1.5. */

import { maskinportenIssuer } from '../../tokens/caller.ts'
import { reply } from '../../wire/row.ts'
import { defineOperation } from '../operation.ts'
import { grantType, serverMetadata } from './constraints/token-request.ts'
import { published } from './get-keys.ts'
import { grantAlgorithms } from './issuing/grant.ts'

export const getMetadata = defineOperation({
  ...published,
  id: 'authentication.getMetadata',
  path: '/.well-known/oauth-authorization-server',
  summary: 'Maskinporten’s metadata',
  replies: { 200: reply.json(serverMetadata) },

  handle: (_, { url, reply: answer }) =>
    answer(200, {
      issuer: maskinportenIssuer(url('')),
      token_endpoint: url('/token'),
      jwks_uri: url('/jwk'),
      grant_types_supported: [grantType],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: [...grantAlgorithms],
    }),
})
