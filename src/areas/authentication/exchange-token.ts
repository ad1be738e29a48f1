/** Exchanges a token of Maskinporten for one of the platform. Source: authentication §2. */
import { z } from 'zod'
import { exchangedClaims, tokenText } from '../../tokens/exchange.ts'
import { platformIssuer } from '../../tokens/issuers.ts'
import { readToken } from '../../tokens/read-token.ts'
import { bearerToken } from '../../tokens/verify.ts'
import { header } from '../../wire/http/call.ts'
import { reply } from '../../wire/row.ts'
import { anyone, scopes } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'

/** None of the keys of the other two is trusted here. */
const providers = ['maskinporten', 'id-porten', 'altinnstudio']

export const exchangeToken = defineOperation({
  id: 'authentication.exchangeToken',
  method: 'GET',
  path: '/authentication/api/v1/exchange/{provider}',
  summary: 'A token of the platform, for one of Maskinporten',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  request: {
    params: z.object({ provider: z.string().describe('`maskinporten`, in any letter case.') }),
    query: z.object({ test: z.string().optional().describe('`true`: the code of the agency becomes that of the test ministry.') }),
  },
  replies: { 200: reply.textOrJson(z.string()) },
  refusals: ['not-exchangeable', 'unknown-token-provider', 'enterprise-user'],
  about: () => ({}),
  example: {
    as: { orgNo: '312345676', scope: `${scopes.brokerRead} ${scopes.brokerWrite}`, issuer: 'maskinporten' },
    input: () => ({ params: { provider: 'maskinporten' } }),
  },

  async handle({ params: { provider }, query }, { headers, trust, keys, world, now, circumstances, random, url, reply: answer, fail }) {
    const token = bearerToken(header(headers, 'authorization'))
    if (token === undefined || !readToken(token)) throw fail('not-exchangeable')
    if (!providers.includes(provider.toLowerCase())) throw fail('unknown-token-provider', { provider: provider.slice(0, 200) })
    const judged = await trust.judge(token)
    if ('distrust' in judged || judged.kind !== 'maskinporten' || provider.toLowerCase() !== 'maskinporten') throw fail('not-exchangeable')
    const claims = exchangedClaims(judged.claims, {
      issuer: platformIssuer(url('')),
      now: now() + circumstances.skew(),
      guid: random.guid,
      codeOf: (orgNo) => world.contacts.organization(orgNo)?.serviceOwner,
      asTest: query.test?.toLowerCase() === 'true',
    })
    if (!claims) throw fail('not-exchangeable')
    if (header(headers, 'x-altinn-enterpriseuser-authentication') !== undefined)
      throw fail('enterprise-user', { reason: 'the call asks for an enterprise user, which the service no longer has' })
    return answer(200, ...tokenText(await keys.sign(claims, { thumbprint: true }), header(headers, 'accept')))
  },
})
