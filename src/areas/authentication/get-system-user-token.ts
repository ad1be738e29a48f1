/** Issues a token of a system user to anyone, as the test token generator does. */
import { systemUserClaims } from '../../tokens/generator.ts'
import { generatedIssuer, signingAlgorithm } from '../../tokens/issuers.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { generatorRefusal, generatorReplies } from './generator-access.ts'
import { systemUserQueryProblems, systemUserTokenQuery } from './rules/token.ts'

export const getSystemUserToken = defineOperation({
  id: 'authentication.getSystemUserToken',
  method: 'GET',
  path: '/api/GetSystemUserToken',
  summary: 'A token of a system user, acting for an organization',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  request: { query: systemUserTokenQuery },
  replies: generatorReplies,
  refusals: [],
  about: () => ({}),
  example: {
    as: null,
    input: () => ({ query: { env: 'tt02', systemUserId: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21', scopes: 'altinn:broker.write' } }),
  },

  async handle({ query }, context) {
    const refused = await generatorRefusal('enterprise', context)
    if (refused) return refused
    const { keys, now, random, url, reply: answer } = context
    const wrong = systemUserQueryProblems(query)
    if (wrong) return answer(400, wrong)
    const claims = systemUserClaims(query, { now: now(), guid: random.guid, issuer: generatedIssuer(url(''), query.env ?? '') })
    return answer(200, await keys.sign(claims, { alg: signingAlgorithm(query.env ?? '') }))
  },
})
