/** Issues a token of an organization to anyone, as the test token generator does. */
import { enterpriseClaims, enterpriseClaimsInBulk } from '../../tokens/generator.ts'
import { signingAlgorithm } from '../../tokens/issuers.ts'
import { reply } from '../../wire/row.ts'
import { defineOperation } from '../operation.ts'
import { generatorFacts, generatorRefusal, tokenContext } from './generator-access.ts'
import { enterpriseQueryProblems, enterpriseTokenQuery, tokensByIdentity } from './rules/token.ts'

export const getEnterpriseToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getEnterpriseToken',
  path: '/api/GetEnterpriseToken',
  summary: 'A token of an organization',
  request: { query: enterpriseTokenQuery },
  replies: { ...generatorFacts.replies, 200: reply.textOrJson(tokensByIdentity) },
  example: { as: null, input: () => ({ query: { env: 'tt02', scopes: 'altinn:broker.read', orgNo: '312345676' } }) },

  async handle({ query }, context) {
    const refused = await generatorRefusal('enterprise', context, enterpriseQueryProblems(query))
    if (refused) return refused
    const { keys, reply: answer } = context
    const alg = signingAlgorithm(query.env ?? '')
    const making = tokenContext(query.env ?? '', context)
    if (!query.bulkCount) return answer(200, await keys.sign(enterpriseClaims(query, making), { alg }))
    const tokens: Record<string, string> = {}
    for (const [orgNo, claims] of enterpriseClaimsInBulk(query, making)) tokens[orgNo] = await keys.sign(claims, { alg })
    return answer(200, JSON.stringify(tokens), { 'content-type': 'application/json; charset=utf-8' })
  },
})
