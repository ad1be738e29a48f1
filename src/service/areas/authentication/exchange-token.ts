/** Exchanges a Maskinporten token for a platform token. Source: authentication §2. */
import { z } from 'zod'
import { platformIssuer } from '../../tokens/caller.ts'
import { bearerToken } from '../../tokens/trust.ts'
import { header } from '../../wire/call.ts'
import { textOrJson } from '../../wire/error-answers.ts'
import { unreadableValue } from '../../wire/identifiers.ts'
import { reply } from '../../wire/row.ts'
import { readFlag } from '../../wire/text.ts'
import { anyone, scopes } from '../../wire/vocabulary.ts'
import { defineOperation } from '../operation.ts'
import { exchangedClaims } from './issuing/exchange.ts'

/** The known token providers. Only Maskinporten's keys are trusted. */
const providers = ['maskinporten', 'id-porten', 'altinnstudio']

export const exchangeToken = defineOperation({
  id: 'authentication.exchangeToken',
  method: 'GET',
  path: '/authentication/api/v1/exchange/{provider}',
  summary: 'Exchange a Maskinporten token for a platform token',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  request: {
    params: z.object({ provider: z.string().describe('`maskinporten`, case-insensitive.') }),
    query: z.object({
      test: z
        .string()
        .refine((text) => readFlag(text) !== undefined, { error: ({ input }) => unreadableValue(String(input)) })
        .optional()
        .describe("If `true`, the agency's code is replaced with the test ministry's code."),
    }),
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
    const judged = token === undefined ? undefined : await trust.judge(token, 'exchange')
    if (!judged || ('distrust' in judged && judged.distrust === 'unreadable')) throw fail('not-exchangeable')
    if (!providers.includes(provider.toLowerCase())) throw fail('unknown-token-provider', { provider: provider.slice(0, 200) })
    if ('distrust' in judged || judged.kind !== 'maskinporten' || provider.toLowerCase() !== 'maskinporten') throw fail('not-exchangeable')
    const claims = exchangedClaims(judged.claims, {
      issuer: platformIssuer(url('')),
      now: now() + circumstances.skew(),
      guid: random.guid,
      codeOf: (orgNo) => world.contacts.organization(orgNo)?.serviceOwner,
      asTest: readFlag(query.test ?? '') === true,
    })
    if (!claims) throw fail('not-exchangeable')
    if (header(headers, 'x-altinn-enterpriseuser-authentication'))
      throw fail('enterprise-user', { reason: 'the call requests an enterprise user, which the service no longer supports' })
    return answer(200, ...textOrJson(await keys.sign(claims, { thumbprint: 'x5t' }), header(headers, 'accept')))
  },
})
