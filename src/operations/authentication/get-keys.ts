/** The keys of Maskinporten. Source: authentication §1.5. */
import { keySet } from '../../wire/authentication/token-request.ts'
import { reply } from '../../wire/row.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'

export const getKeys = defineOperation({
  id: 'authentication.getKeys',
  method: 'GET',
  path: '/jwk',
  summary: 'The public keys of Maskinporten',
  access: anyone,
  dependsOn: [],
  request: {},
  replies: { 200: reply.json(keySet) },
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({}) },

  async handle(_, { keys, reply: answer }) {
    const { keys: all } = await keys.jwks()
    return answer(200, keySet.parse({ keys: all.map((key) => ({ ...key, alg: 'RS256' })) }))
  },
})
