/** Extends a platform token's lifetime. Source: authentication §2.2. */
import { z } from 'zod'
import { bearerToken } from '../../tokens/trust.ts'
import { header } from '../../wire/call.ts'
import { textOrJson } from '../../wire/error-answers.ts'
import { reply } from '../../wire/row.ts'
import { scopes, token } from '../../wire/vocabulary.ts'
import { unlessWorldGone } from '../../world/world.ts'
import { defineOperation } from '../operation.ts'
import { refreshedClaims } from './issuing/exchange.ts'

export const refreshToken = defineOperation({
  id: 'authentication.refreshToken',
  method: 'GET',
  path: '/authentication/api/v1/refresh',
  summary: 'The same platform token with a new expiry time',
  access: token,
  dependsOn: [],
  asks: ['keys'],
  request: {},
  replies: { 200: reply.textOrJson(z.string()) },
  refusals: ['unauthenticated'],
  about: () => ({}),
  example: { as: { orgNo: '312345676', scope: scopes.brokerRead }, input: () => ({}) },

  async handle(_, { world, headers, trust, keys, now, reply: answer, fail }) {
    const judged = await unlessWorldGone(world, trust.judge(bearerToken(header(headers, 'authorization')) ?? ''))
    if ('distrust' in judged || judged.kind !== 'platform') throw fail('unauthenticated', { challenge: 'Bearer' })
    return answer(
      200,
      ...textOrJson(await keys.sign(refreshedClaims(judged.claims, now()), { thumbprint: 'x5t' }), header(headers, 'accept')),
    )
  },
})
