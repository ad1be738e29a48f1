/** Issues an application token on behalf of the platform, like the test token generator. */

import { defineOperation } from '../operation.ts'
import { platformQuery } from './constraints/token.ts'
import { platformClaims } from './issuing/generator.ts'
import { generatorFacts, generatorReply } from './issuing/generator-access.ts'

export const getPlatformToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getPlatformToken',
  path: '/api/GetPlatformToken',
  summary: 'A token for an application, on behalf of the platform',
  request: { query: platformQuery.schema },
  example: { as: null, input: () => ({ query: { env: 'tt02', app: 'a-form' } }) },

  handle: ({ query }, context) =>
    generatorReply(context, {
      kind: 'platform',
      query,
      problems: platformQuery.problems(query),
      issuerOfNone: 'https://tokengenerator',
      claims: (making) => platformClaims(query, making),
    }),
})
