/** Issues a token for a user in an organization, like the test token generator. */

import { defineOperation } from '../operation.ts'
import { enterpriseUserQuery } from './constraints/token.ts'
import { enterpriseUserClaims } from './issuing/generator.ts'
import { generatorFacts, generatorReply } from './issuing/generator-access.ts'

export const getEnterpriseUserToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getEnterpriseUserToken',
  path: '/api/GetEnterpriseUserToken',
  summary: 'A token for a user in an organization',
  request: { query: enterpriseUserQuery.schema },
  example: {
    as: null,
    input: () => ({ query: { env: 'tt02', orgNo: '312345676', partyId: '50000001', userId: '20000001', userName: 'acme' } }),
  },

  handle: ({ query }, context) =>
    generatorReply(context, {
      kind: 'enterpriseuser',
      query,
      problems: enterpriseUserQuery.problems(query),
      issuerOfNone: 'https://tokengenerator',
      claims: (making) => enterpriseUserClaims(query, making),
    }),
})
