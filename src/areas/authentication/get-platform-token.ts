/** Issues a token of an application, in the name of the platform, as the test token generator does. */
import { platformClaims } from '../../tokens/generator.ts'
import { generatedIssuer, signingAlgorithm } from '../../tokens/issuers.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { generatorRefusal, generatorReplies } from './generator-access.ts'
import { platformQueryProblems, platformTokenQuery } from './rules/token.ts'

export const getPlatformToken = defineOperation({
  id: 'authentication.getPlatformToken',
  method: 'GET',
  path: '/api/GetPlatformToken',
  summary: 'A token of an application, in the name of the platform',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  request: { query: platformTokenQuery },
  replies: generatorReplies,
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({ query: { env: 'tt02', app: 'a-form' } }) },

  async handle({ query }, context) {
    const refused = await generatorRefusal('platform', context)
    if (refused) return refused
    const { keys, now, random, url, reply: answer } = context
    const wrong = platformQueryProblems(query)
    if (wrong) return answer(400, wrong)
    const claims = platformClaims(query, { now: now(), guid: random.guid, issuer: generatedIssuer(url(''), query.env ?? '') })
    return answer(200, await keys.sign(claims, { alg: signingAlgorithm(query.env ?? '') }))
  },
})
