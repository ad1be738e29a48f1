/** Issues a token for a person who logs in with a user name and password, like the test token generator. */

import { defineOperation } from '../operation.ts'
import { selfIdentifiedQuery } from './constraints/token.ts'
import { generatorFacts, generatorReply } from './issuing/generator-access.ts'
import { selfIdentifiedClaims } from './issuing/generator-people.ts'

export const getSelfIdentifiedUserToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getSelfIdentifiedUserToken',
  path: '/api/GetSelfIdentifiedUserToken',
  summary: 'A token for a person with a user name',
  request: { query: selfIdentifiedQuery.schema },
  example: { as: null, input: () => ({ query: { env: 'tt02', userId: '20000001', username: 'oda' } }) },

  handle: ({ query }, context) =>
    generatorReply(context, {
      kind: 'personal',
      query,
      problems: selfIdentifiedQuery.problems(query),
      issuerOfNone: 'https://tokengenerator',
      claims: (making) => selfIdentifiedClaims(query, making),
    }),
})
