/** Returns the platform's keys. Source: authentication §3. */
import { defineOperation } from '../operation.ts'
import { keySetRow } from './get-keys.ts'

export const getPlatformKeys = defineOperation({
  id: 'authentication.getPlatformKeys',
  path: '/authentication/api/v1/openid/.well-known/openid-configuration/jwks',
  summary: 'The platform’s public keys',
  ...keySetRow({ alg: 'RS256', named: false }),
})
