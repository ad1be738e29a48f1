/** Issues a token of a person, as the test token generator does. */
import { personalClaims } from '../../tokens/generator.ts'
import { generatedIssuer, signingAlgorithm } from '../../tokens/issuers.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { generatorRefusal, generatorReplies } from './generator-access.ts'
import { personalQueryProblems, personalTokenQuery } from './rules/token.ts'

export const getPersonalToken = defineOperation({
  id: 'authentication.getPersonalToken',
  method: 'GET',
  path: '/api/GetPersonalToken',
  summary: 'A token of a person',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  request: { query: personalTokenQuery },
  replies: generatorReplies,
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({ query: { env: 'tt02', userId: '20000001', pid: '12838590150', scopes: 'altinn:enduser' } }) },

  async handle({ query }, context) {
    const refused = await generatorRefusal('personal', context)
    if (refused) return refused
    const { keys, now, random, url, reply: answer } = context
    const wrong = personalQueryProblems(query)
    if (wrong) return answer(400, wrong)
    const claims = personalClaims(query, { now: now(), guid: random.guid, issuer: generatedIssuer(url(''), query.env ?? '') })
    return answer(200, await keys.sign(claims, { alg: signingAlgorithm(query.env ?? '') }))
  },
})
