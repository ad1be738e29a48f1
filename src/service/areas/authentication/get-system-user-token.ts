/** Issues a system user token to anyone, like the test token generator. */

import { defineOperation } from '../operation.ts'
import { systemUserQuery } from './constraints/token.ts'
import { systemUserClaims } from './issuing/generator.ts'
import { generatorFacts, generatorReply } from './issuing/generator-access.ts'

export const getSystemUserToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getSystemUserToken',
  path: '/api/GetSystemUserToken',
  summary: 'A token for a system user acting for an organization',
  request: { query: systemUserQuery.schema },
  example: {
    as: null,
    input: () => ({ query: { env: 'tt02', systemUserId: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21', scopes: 'altinn:broker.write' } }),
  },

  handle: ({ query }, context) =>
    generatorReply(context, {
      kind: 'enterpriseuser',
      query,
      problems: systemUserQuery.problems(query),
      issuerOfNone: 'https://tokengenerator',
      claims: (making) => systemUserClaims(query, making),
    }),
})
