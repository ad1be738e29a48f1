/** Issues a token for a person with a registered email address, like the test token generator. */

import { defineOperation } from '../operation.ts'
import { selfRegisteredQuery } from './constraints/token.ts'
import { generatorFacts, generatorReply } from './issuing/generator-access.ts'
import { selfRegisteredClaims } from './issuing/generator-people.ts'

export const getSelfRegisteredEmailUserToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getSelfRegisteredEmailUserToken',
  path: '/api/GetSelfRegisteredEmailUserToken',
  summary: 'A token for a person with a registered email address',
  request: { query: selfRegisteredQuery.schema },
  example: { as: null, input: () => ({ query: { env: 'tt02', email: 'oda@example.org' } }) },

  handle: ({ query }, context) =>
    generatorReply(context, {
      kind: 'personal',
      query,
      problems: selfRegisteredQuery.problems(query),
      issuerOfNone: 'https://tokengenerator',
      claims: (making) => selfRegisteredClaims(query, making),
    }),
})
