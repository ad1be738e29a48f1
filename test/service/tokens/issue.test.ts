import { expect, test } from 'vitest'
import { derivedClientId, enterpriseToken, systemUserToken, type TokenBasis } from '../../../src/service/tokens/issue.ts'
import { countingGuid } from './forgeries.ts'

const basis = (): TokenBasis => ({
  orgNo: '312345676',
  scopes: ['altinn:broker.write', 'altinn:broker.read'],
  now: Date.parse('2026-06-01T10:00:00.900Z'),
  ttl: 1800,
  issuer: 'https://platform.tt02.altinn.no/authentication/api/v1/openid/',
  guid: countingGuid(),
})
const iat = Date.parse('2026-06-01T10:00:00Z') / 1000

test('an enterprise token has the claims of an exchanged token', () => {
  expect(enterpriseToken(basis())).toEqual({
    scope: 'altinn:broker.write altinn:broker.read',
    token_type: 'Bearer',
    client_id: derivedClientId('312345676'),
    jti: '00000001-0000-4000-8000-000000000000',
    consumer: { authority: 'iso6523-actorid-upis', ID: '0192:312345676' },
    'urn:altinn:orgNumber': '312345676',
    'urn:altinn:authenticatemethod': 'maskinporten',
    'urn:altinn:authlevel': 3,
    iss: 'https://platform.tt02.altinn.no/authentication/api/v1/openid/',
    sid: '00000002-0000-4000-8000-000000000000',
    nbf: iat - 5,
    exp: iat + 1800,
    iat,
  })
})

test('the optional values become claims', () => {
  const claims = enterpriseToken({
    ...basis(),
    org: 'ttd',
    clientId: 'my-client',
    supplierOrgNo: '313456781',
    delegationSource: 'https://delegation.example/',
    issuer: 'https://platform.altinn.no/authentication/api/v1/openid/',
  })

  expect(claims).toMatchObject({
    'urn:altinn:org': 'ttd',
    client_id: 'my-client',
    supplier: { authority: 'iso6523-actorid-upis', ID: '0192:313456781' },
    delegation_source: 'https://delegation.example/',
    iss: 'https://platform.altinn.no/authentication/api/v1/openid/',
  })
})

test('the default client id of a supplier differs from that of the organization', () => {
  const claims = enterpriseToken({ ...basis(), supplierOrgNo: '313456781' })

  expect(claims.client_id).toBe(derivedClientId('312345676', '313456781'))
  expect(claims.client_id).not.toBe(derivedClientId('312345676'))
})

test('the token of a system user names the customer in its details and the vendor as consumer', () => {
  const systemUserId = 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'

  const claims = systemUserToken({ ...basis(), systemUserOrg: '313456781', systemUserId, systemId: '312345676_acme' })

  expect(claims).toMatchObject({
    consumer: { ID: '0192:312345676' },
    'urn:altinn:orgNumber': '312345676',
    authorization_details: {
      type: 'urn:altinn:systemuser',
      systemuser_id: [systemUserId],
      systemuser_org: { authority: 'iso6523-actorid-upis', ID: '0192:313456781' },
      system_id: '312345676_acme',
    },
  })
})
