/** Issues a token for a platform application to anyone, as the test token generator does. */

import { defineOperation } from '../operation.ts'
import { platformAccessQuery } from './constraints/token.ts'
import { platformAccessClaims } from './issuing/generator.ts'
import { generatorFacts, generatorReply } from './issuing/generator-access.ts'

export const getPlatformAccessToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getPlatformAccessToken',
  path: '/api/GetPlatformAccessToken',
  summary: 'A token of an application of the platform, for the PlatformAccessToken header',
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
