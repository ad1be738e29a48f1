/** Issues tokens for grants, and exchanges tokens. Source: authentication §1, §2. */
import type { KeyObject } from 'node:crypto'
import { problem, problems } from './problems.ts'
import { allOrganizations, organizationOf } from './register.ts'
import { altinnClaims, bearerOf, type Claims, claimsOf, sign } from './tokens.ts'
import { bytesOf, type Call, type Reply, type Row } from './wire.ts'

interface Keys {
  /** Signs and checks Maskinporten tokens. */
  readonly maskinporten: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
  /** Signs Altinn tokens. */
  readonly altinn: KeyObject
  /** Checks all clients' grants. */
  readonly clients: KeyObject
}

const refused = (error: string, description: string): Reply => ({ status: 400, body: { error, error_description: description } })
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** `origin`: this host's origin. */
export function authenticationRows({ maskinporten, altinn, clients }: Keys, origin: () => string): readonly Row[] {
  const used = new Set<string>()
  const issuer = () => `${origin()}/`

  async function grant({ request }: Call): Promise<Reply> {
    const form = new URLSearchParams((await bytesOf(request, problems.tooLarge())).toString())
    const assertion = form.get('assertion') ?? ''
    if (form.get('grant_type') !== grantType || assertion === '')
      return refused('invalid_request', 'MP-011: Invalid assertion. Invalid parameter value')
    const claims = claimsOf(assertion, [clients])
    if (!claims) return refused('invalid_grant', 'MP-124: Invalid assertion. Client authentication failed. Invalid JWT signature')
    const why = grantMistake(claims)
    if (why !== undefined) return refused('invalid_grant', why)
    const organization = allOrganizations.find(({ clientId }) => clientId === claims.iss)
    if (!organization) return refused('invalid_grant', 'MP-100: Invalid assertion. Client authentication failed. Client not found')
    if (claims.jti !== undefined) used.add(claims.jti)
    return { status: 200, body: accessToken(claims, organization) }
  }

  function grantMistake({ aud, iat = 0, exp, jti, scope }: Claims): string | undefined {
    if (![issuer(), origin(), `${issuer()}token`].includes(String(aud)))
      return 'MP-110: Invalid assertion. Client authentication failed. Invalid JWT claim aud'
    if (exp - iat > 120 || Math.abs(iat - Date.now() / 1000) > 10) return 'MP-130: JWT is expired'
    if (jti !== undefined && used.has(jti)) return 'MP-012: Grant is used before'
    return scope ? undefined : 'MP-011: Invalid assertion. Invalid parameter value'
  }

  function accessToken({ scope, authorization_details }: Claims, { orgNo, clientId }: { orgNo: string; clientId: string }): object {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer(),
      client_id: clientId,
      client_amr: 'private_key_jwt',
      consumer: { authority: 'iso6523-actorid-upis', ID: `0192:${orgNo}` },
      scope,
      token_type: 'Bearer',
      iat: now,
      nbf: now - 10,
      exp: now + 600,
      ...(authorization_details !== undefined && { authorization_details }),
    }
    return { access_token: sign(claims, maskinporten.privateKey), token_type: 'Bearer', expires_in: 599, scope }
  }

  function exchange({ request, params: { provider = '' } }: Call): Reply {
    const claims = claimsOf(bearerOf(request.headers.authorization), [maskinporten.publicKey])
    const orgNo = claims?.consumer?.ID.split(':')[1]
    if (!claims || orgNo === undefined) return problem(401, { detail: 'The token is not one of Maskinporten.' })
    if (provider.toLowerCase() !== 'maskinporten') {
      const known = "'Maskinporten', 'Id-porten' and 'AltinnStudio'"
      return { status: 400, body: `Invalid token provider: ${provider}. Trusted token providers are ${known}.` }
    }
    const { iss: _iss, aud: _aud, ...copied } = claims
    const own = altinnClaims({ orgNo, scope: claims.scope ?? '', org: organizationOf(orgNo)?.code })
    const token = sign({ ...copied, ...own }, altinn)
    const isJson = request.headers.accept?.startsWith('application/json')
    const type = isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8'
    return { status: 200, headers: { 'content-type': type }, body: isJson ? JSON.stringify(token) : token }
  }

  const metadata = () => ({
    issuer: issuer(),
    token_endpoint: `${issuer()}token`,
    jwks_uri: `${issuer()}jwk`,
    grant_types_supported: [grantType],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS256'],
  })
  const jwk = () => ({ keys: [{ ...maskinporten.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] })
  return [
    { id: 'authentication.requestToken', method: 'POST', path: '/token', answer: grant },
    { id: 'authentication.exchangeToken', method: 'GET', path: '/authentication/api/v1/exchange/{provider}', answer: exchange },
    {
      id: 'authentication.getMetadata',
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      answer: () => ({ status: 200, body: metadata() }),
    },
    { id: 'authentication.getKeys', method: 'GET', path: '/jwk', answer: () => ({ status: 200, body: jwk() }) },
  ]
}
