/** Returns the token generator's metadata for tokens in the `none` environment. Source: authentication §4. */
import { generatorIssuer } from '../../tokens/caller.ts'
import { reply } from '../../wire/row.ts'
import { defineOperation } from '../operation.ts'
import { generatorMetadata } from './constraints/token-request.ts'
import { plainJson, published } from './get-keys.ts'

export const getGeneratorMetadata = defineOperation({
  ...published,
  id: 'authentication.getGeneratorMetadata',
  path: '/api/.well-known/oauth-authorization-server',
  summary: 'The token generator’s metadata, for tokens in the `none` environment',
  replies: { 200: reply.json(generatorMetadata) },

  handle: (_, { url, reply: answer }) =>
    answer(200, { issuer: generatorIssuer(url('')), jwks_uri: url('/api/.well-known/jwks.json') }, plainJson),
})
