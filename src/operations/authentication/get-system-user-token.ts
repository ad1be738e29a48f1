/** Issues a token of a system user to anyone, as the test token generator does. */
import { systemUserClaims } from '../../identity/generator.ts'
import { platformIssuer } from '../../identity/issuers.ts'
import { parameterProblems, systemUserQueryProblems, systemUserTokenQuery } from '../../wire/authentication/token.ts'
import { reply } from '../../wire/row.ts'
import { anyone } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'

export const getSystemUserToken = defineOperation({
  id: 'authentication.getSystemUserToken',
  method: 'GET',
  path: '/api/GetSystemUserToken',
  summary: 'A token of a system user, acting for an organization',
  access: anyone,
  dependsOn: [],
  request: { query: systemUserTokenQuery },
  replies: { 200: reply.text(), 400: reply.json(parameterProblems) },
  refusals: [],
  about: () => ({}),
  example: {
    as: null,
    input: () => ({ query: { env: 'tt02', systemUserId: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21', scopes: 'altinn:broker.write' } }),
  },

  async handle({ query }, { keys, now, random, url, reply: answer }) {
    const wrong = systemUserQueryProblems(query)
    if (wrong) return answer(400, wrong)
    return answer(200, await keys.sign(systemUserClaims(query, { now: now(), guid: random.guid, issuer: platformIssuer(url('')) })))
  },
})
