/** The keys of the token generator, for its tokens of no environment. Source: authentication §4. */
import { keySet } from '../../wire/authentication/token-request.ts'
import { reply } from '../../wire/row.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'

export const getGeneratorKeys = defineOperation({
  id: 'authentication.getGeneratorKeys',
  method: 'GET',
  path: '/api/.well-known/jwks.json',
  summary: 'The public keys of the token generator, for tokens of the environment none',
  access: anyone,
  dependsOn: [],
  request: {},
  replies: { 200: reply.json(keySet) },
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({}) },

  async handle(_, { keys, reply: answer }) {
    const { keys: all } = await keys.jwks('ES256')
    return answer(200, keySet.parse({ keys: all.map((key) => ({ ...key, alg: 'ES256' })) }))
  },
})
