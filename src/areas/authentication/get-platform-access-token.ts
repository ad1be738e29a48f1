/** Issues a token of an application of the platform to anyone, as the test token generator does. */
import { platformAccessClaims } from '../../tokens/generator.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { generatorRefusal, generatorReplies } from './generator-access.ts'
import { platformAccessQueryProblems, platformAccessTokenQuery } from './rules/token.ts'

export const getPlatformAccessToken = defineOperation({
  id: 'authentication.getPlatformAccessToken',
  method: 'GET',
  path: '/api/GetPlatformAccessToken',
  summary: 'A token of an application of the platform, for the PlatformAccessToken header',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  request: { query: platformAccessTokenQuery },
  replies: generatorReplies,
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({ query: { env: 'tt02', app: 'a-form', org: 'ttd' } }) },

  async handle({ query }, context) {
    const refused = await generatorRefusal('platform', context)
    if (refused) return refused
    const { keys, now, reply: answer } = context
    const wrong = platformAccessQueryProblems(query)
    return wrong ? answer(400, wrong) : answer(200, await keys.sign(platformAccessClaims(query, now())))
  },
})
