/** Returns the token generator's keys for tokens in the `none` environment. Source: authentication §4. */
import { defineOperation } from '../operation.ts'
import { keySetRow, plainJson } from './get-keys.ts'

export const getGeneratorKeys = defineOperation({
  id: 'authentication.getGeneratorKeys',
  path: '/api/.well-known/jwks.json',
  summary: 'The token generator’s public keys, for tokens in the `none` environment',
  ...keySetRow({ alg: 'ES256', named: true, headers: plainJson }),
})
