/** Issues an organization token to anyone, like the test token generator. */

import { defineOperation } from '../operation.ts'
import { enterpriseQuery } from './constraints/token.ts'
import { enterpriseClaims } from './issuing/generator.ts'
import { generatorFacts, generatorReply, repliesOfMany } from './issuing/generator-access.ts'

export const getEnterpriseToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getEnterpriseToken',
  path: '/api/GetEnterpriseToken',
  summary: 'A token for an organization',
  request: { query: enterpriseQuery.schema },
  replies: repliesOfMany,
  example: { as: null, input: () => ({ query: { env: 'tt02', scopes: 'altinn:broker.read', orgNo: '312345676' } }) },

  handle: ({ query }, context) =>
    generatorReply(context, {
      kind: 'enterprise',
      query,
      problems: enterpriseQuery.problems(query),
      identity: { of: 'organization', given: query.orgNo, otherwise: 'synthetic' },
      claims: (making, orgNo) => enterpriseClaims(query, making, orgNo),
    }),
})
