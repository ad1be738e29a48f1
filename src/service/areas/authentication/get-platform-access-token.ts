/** Issues a platform access token for an application to anyone, like the test token generator. */

import { defineOperation } from '../operation.ts'
import { platformAccessQuery } from './constraints/token.ts'
import { platformAccessClaims } from './issuing/generator.ts'
import { generatorFacts, generatorReply } from './issuing/generator-access.ts'

export const getPlatformAccessToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getPlatformAccessToken',
  path: '/api/GetPlatformAccessToken',
  summary: 'A token for a platform application, used in the PlatformAccessToken header',
  request: { query: platformAccessQuery.schema },
  example: { as: null, input: () => ({ query: { env: 'tt02', app: 'a-form', org: 'ttd' } }) },

  handle: ({ query }, context) =>
    generatorReply(context, {
      kind: 'platform',
      query,
      problems: platformAccessQuery.problems(query),
      isOfPlatform: true,
      claims: (making) => platformAccessClaims(query, making),
    }),
})
