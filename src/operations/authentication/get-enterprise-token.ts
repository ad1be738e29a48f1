/** Issues a token of an organization to anyone, as the test token generator does. */
import { enterpriseClaims, enterpriseClaimsInBulk } from '../../identity/generator.ts'
import { platformIssuer } from '../../identity/issuers.ts'
import { enterpriseQueryProblems, enterpriseTokenQuery, parameterProblems, tokensByIdentity } from '../../wire/authentication/token.ts'
import { reply } from '../../wire/row.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'

export const getEnterpriseToken = defineOperation({
  id: 'authentication.getEnterpriseToken',
  method: 'GET',
  path: '/api/GetEnterpriseToken',
  summary: 'A token of an organization',
  access: anyone,
  dependsOn: [],
  request: { query: enterpriseTokenQuery },
  replies: { 200: reply.textOrJson(tokensByIdentity), 400: reply.json(parameterProblems) },
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({ query: { env: 'tt02', scopes: 'altinn:broker.read', orgNo: '312345676' } }) },

  async handle({ query }, { keys, now, random, url, reply: answer }) {
    const wrong = enterpriseQueryProblems(query)
    if (wrong) return answer(400, wrong)
    const making = { now: now(), guid: random.guid, issuer: platformIssuer(url('')) }
    if (!query.bulkCount) return answer(200, await keys.sign(enterpriseClaims(query, making)))
    const tokens: Record<string, string> = {}
    for (const [orgNo, claims] of enterpriseClaimsInBulk(query, making)) tokens[orgNo] = await keys.sign(claims)
    return answer(200, JSON.stringify(tokens), { 'content-type': 'application/json; charset=utf-8' })
  },
})
