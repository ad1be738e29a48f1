/** The metadata of the token generator, for its tokens of no environment. Source: authentication §4. */
import { generatorIssuer } from '../../tokens/issuers.ts'
import { reply } from '../../wire/row.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { generatorMetadata } from './rules/token-request.ts'

export const getGeneratorMetadata = defineOperation({
  id: 'authentication.getGeneratorMetadata',
  method: 'GET',
  path: '/api/.well-known/oauth-authorization-server',
  summary: 'The metadata of the token generator, for tokens of the environment none',
  access: anyone,
  dependsOn: [],
  request: {},
  replies: { 200: reply.json(generatorMetadata) },
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({}) },

  handle: (_, { url, reply: answer }) => answer(200, { issuer: generatorIssuer(url('')), jwks_uri: url('/api/.well-known/jwks.json') }),
})
