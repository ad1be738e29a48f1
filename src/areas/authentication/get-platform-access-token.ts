/** Issues a token of an application of the platform to anyone, as the test token generator does. */
import { platformAccessClaims } from '../../tokens/generator.ts'
import { defineOperation } from '../operation.ts'
import { generatorFacts, generatorRefusal } from './generator-access.ts'
import { platformAccessQueryProblems, platformAccessTokenQuery } from './rules/token.ts'

export const getPlatformAccessToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getPlatformAccessToken',
  path: '/api/GetPlatformAccessToken',
  summary: 'A token of an application of the platform, for the PlatformAccessToken header',
  request: { query: platformAccessTokenQuery },
  example: { as: null, input: () => ({ query: { env: 'tt02', app: 'a-form', org: 'ttd' } }) },

  async handle({ query }, context) {
    const refused = await generatorRefusal('platform', context, platformAccessQueryProblems(query))
    if (refused) return refused
    const { keys, now, reply: answer } = context
    return answer(200, await keys.sign(platformAccessClaims(query, now())))
  },
})
