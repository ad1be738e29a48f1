/** The keys of Maskinporten. Source: authentication §1.5. */
import { defineOperation } from '../operation.ts'
import { keySetRow } from './key-set.ts'

export const getKeys = defineOperation({
  id: 'authentication.getKeys',
  method: 'GET',
  path: '/jwk',
  summary: 'The public keys of Maskinporten',
  ...keySetRow({ alg: 'RS256', named: true }),
})
