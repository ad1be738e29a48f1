/** The keys of the platform. Source: authentication §3. */
import { keySet } from '../../wire/authentication/token-request.ts'
import { reply } from '../../wire/row.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'

export const getPlatformKeys = defineOperation({
  id: 'authentication.getPlatformKeys',
  method: 'GET',
  path: '/authentication/api/v1/openid/.well-known/openid-configuration/jwks',
  summary: 'The public keys of the platform',
  access: anyone,
  dependsOn: [],
  request: {},
  replies: { 200: reply.json(keySet) },
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({}) },

  handle: async (_, { keys, reply: answer }) => answer(200, keySet.parse(await keys.jwks())),
})
