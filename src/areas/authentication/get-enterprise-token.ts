/** Issues a token of an organization to anyone, as the test token generator does. */
import { enterpriseClaims, enterpriseClaimsInBulk } from '../../tokens/generator.ts'
import { generatedIssuer, signingAlgorithm } from '../../tokens/issuers.ts'
import { reply } from '../../wire/row.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { generatorRefusal, generatorReplies } from './generator-access.ts'
import { enterpriseQueryProblems, enterpriseTokenQuery, tokensByIdentity } from './rules/token.ts'

export const getEnterpriseToken = defineOperation({
  id: 'authentication.getEnterpriseToken',
  method: 'GET',
  path: '/api/GetEnterpriseToken',
  summary: 'A token of an organization',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  request: { query: enterpriseTokenQuery },
  replies: { ...generatorReplies, 200: reply.textOrJson(tokensByIdentity) },
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({ query: { env: 'tt02', scopes: 'altinn:broker.read', orgNo: '312345676' } }) },

  async handle({ query }, context) {
    const refused = await generatorRefusal('enterprise', context)
    if (refused) return refused
    const { keys, now, random, url, reply: answer } = context
    const wrong = enterpriseQueryProblems(query)
    if (wrong) return answer(400, wrong)
    const alg = signingAlgorithm(query.env ?? '')
    const making = { now: now(), guid: random.guid, issuer: generatedIssuer(url(''), query.env ?? '') }
    if (!query.bulkCount) return answer(200, await keys.sign(enterpriseClaims(query, making), { alg }))
    const tokens: Record<string, string> = {}
    for (const [orgNo, claims] of enterpriseClaimsInBulk(query, making)) tokens[orgNo] = await keys.sign(claims, { alg })
    return answer(200, JSON.stringify(tokens), { 'content-type': 'application/json; charset=utf-8' })
  },
})
