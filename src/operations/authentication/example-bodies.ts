/** The grant in the examples of token requests, whose signature is not checked because no client of this name is registered. */
import { maskinportenIssuer } from '../../tokens/issuers.ts'
import { liveBases } from '../../wire/live-hosts.ts'
import { scopes } from '../../wire/scopes.ts'

const iat = Date.parse('2026-06-01T10:00:00Z') / 1000
const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

const header = { alg: 'RS256', typ: 'JWT', kid: 'my-key' }
const claims = {
  aud: maskinportenIssuer(liveBases.test.maskinporten),
  iss: '3b0d0c0e-6c3a-4c44-9a0a-5a3f6f1f7a11',
  scope: `${scopes.brokerWrite} ${scopes.brokerRead}`,
  iat,
  exp: iat + 120,
}

/** It is valid when proofs and contracts begin, and once. */
export const exampleGrant = `${part(header)}.${part(claims)}.c2lnbmF0dXJl`
