/** Issues a personal token, like the test token generator. */

import { defineOperation } from '../operation.ts'
import { personalQuery } from './constraints/token.ts'
import { generatorFacts, generatorReply, repliesOfMany } from './issuing/generator-access.ts'
import { personalClaims } from './issuing/generator-people.ts'

export const getPersonalToken = defineOperation({
  ...generatorFacts,
  id: 'authentication.getPersonalToken',
  path: '/api/GetPersonalToken',
  summary: 'A token for a person',
  request: { query: personalQuery.schema },
  replies: repliesOfMany,
  example: { as: null, input: () => ({ query: { env: 'tt02', userId: '20000001', pid: '12838590150', scopes: 'altinn:enduser' } }) },

  handle: ({ query }, context) =>
    generatorReply(context, {
      kind: 'personal',
      query,
      problems: personalQuery.problems(query),
      identity: { of: 'person', given: query.pid, otherwise: 'fixture' },
      claims: (making, pid) => personalClaims(query, making, pid),
    }),
})
