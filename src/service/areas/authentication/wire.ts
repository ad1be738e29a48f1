/** The authentication area's wire format: refusals from the token endpoint and the exchange. Source: authentication §1.4, §2. */

import { plain, type RefusalForm } from '../../wire/refusal.ts'
import { type Area, liveBases, scopes, usualArea } from '../../wire/vocabulary.ts'

type OAuthError = readonly [
  error: 'invalid_request' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type',
  text: string,
  /** Defaults to the key, if the key is a code. */
  code?: string,
]

const failed = 'Invalid assertion. Client authentication failed.'

/** `<name>` is replaced with a value. A key that starts with `MP-` also appears as the code in the description. */
export const oauthErrors = {
  'MP-011': ['invalid_request', 'Invalid assertion. Invalid parameter value: <reason>'],
  'MP-012': ['invalid_grant', `${failed} Grant is used before`],
  'MP-100': ['invalid_grant', `${failed} Client not found`],
  'MP-110': ['invalid_grant', `${failed} Invalid JWT claim aud`],
  'MP-120': ['invalid_grant', `${failed} The JWT is signed with an invalid certificate.`],
  'MP-121': ['invalid_grant', `${failed} Expired key`],
  'MP-122': ['invalid_grant', `${failed} The organization of the certificate is not the client's`],
  'MP-123': ['invalid_grant', `${failed} Invalid JWT header x5c`],
  'MP-124': ['invalid_grant', `${failed} Invalid JWT signature`],
  'MP-130': ['invalid_grant', `${failed} JWT is expired: <reason>`],
  'too-long-lived': ['invalid_grant', `${failed} JWT is expired: <reason>`, 'MP-130'],
  'MP-200': ['invalid_scope', 'Token request contains invalid scopes for client: <scope>'],
  'MP-201': ['invalid_scope', 'Token request contains scopes not allowed for maskinporten: <scope>'],
  'MP-250': ['invalid_scope', 'Consumer has not been granted access to the scope <scope>'],
  'MP-251': ['invalid_scope', 'Consumer <consumer> has not delegated access to the scope <scope> to supplier <supplier>'],
  'MP-301': ['invalid_grant', 'Unknown authorization details type: <reason>'],
  'MP-302': ['invalid_grant', 'Unknown fields in the authorization details: <reason>'],
  'MP-303': ['invalid_grant', 'Invalid authorization details values: <reason>'],
  'issued-after-now': ['invalid_grant', `${failed} Issue time is after now`],
  'own-consumer': ['invalid_request', "consumer_org is the client's own organization"],
  'unsupported-grant-type': ['unsupported_grant_type', 'Use the grant type urn:ietf:params:oauth:grant-type:jwt-bearer'],
} as const satisfies Record<string, OAuthError>

export const oauthErrorKeys = Object.keys(oauthErrors) as readonly (keyof typeof oauthErrors)[]

/** Values used if a scenario or a `Prefer` header requests a refusal. */
const sample = { reason: 'a scenario refuses it', scope: 'altinn:broker.read', consumer: '312345676', supplier: '991825827' }
export const oauthSamples = Object.fromEntries(oauthErrorKeys.map((key) => [key, sample])) as Record<
  keyof typeof oauthErrors,
  typeof sample
>

const oauthRefusals = Object.fromEntries(
  Object.entries<OAuthError>(oauthErrors).map(([key, [error, text, code]]): [string, RefusalForm] => {
    const coded = key.startsWith('MP-') ? { code: key } : code === undefined ? {} : { code }
    const headers = { 'cache-control': 'no-store' }
    return [key, { status: 400, type: 'about:blank', title: error, detail: text, body: 'oauth', error, headers, ...coded }]
  }),
) as Record<keyof typeof oauthErrors, RefusalForm>

/** Refusals in the format of Maskinporten's own server. Source: authentication §1.4. */
export const liveTimeRefusals = {
  'too-long-lived': { detail: `${failed} JWT has too long lifetime.` },
  'issued-after-now': { detail: `${failed} Issue time is in the future.` },
  'MP-130': { detail: `${failed} JWT has expired.` },
} as const

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

/** A single-use grant that is valid from the start of proofs and contracts. `life`: seconds. */
export function exampleGrant(life: number): string {
  const iat = Date.parse('2026-06-01T10:00:00Z') / 1000
  const claims = {
    aud: `${liveBases.test.maskinporten}/`,
    iss: '3b0d0c0e-6c3a-4c44-9a0a-5a3f6f1f7a11',
    scope: `${scopes.brokerWrite} ${scopes.brokerRead}`,
    iat,
    exp: iat + life,
  }
  return `${part({ alg: 'RS256', typ: 'JWT', kid: 'my-key' })}.${part(claims)}.c2lnbmF0dXJl`
}

const malformed = (reason: string): RefusalForm => ({
  ...oauthRefusals['MP-011'],
  detail: oauthErrors['MP-011'][1].replace('<reason>', reason),
})

/** Only the token endpoint reads a body, and its clients expect OAuth errors. */
const unreadableTokenRequest = {
  'unsupported-media-type': malformed('use the content type <type>'),
  'too-large': malformed('the body exceeds <limit> bytes'),
}

const refusals = {
  ...oauthRefusals,
  'not-exchangeable': plain(401, 'A valid token of Maskinporten is required.', { members: ['type', 'title', 'status', 'traceId'] }),
  'unknown-token-provider': plain(
    400,
    "Invalid token provider: <provider>. Trusted token providers are 'Maskinporten', 'Id-porten' and 'AltinnStudio'.",
    { body: 'textOrJson' },
  ),
  'enterprise-user': plain(
    410,
    'Virksomhetsbruker (enterprise user) is no longer available. It has been replaced by Systembruker (system user) or ID-porten, depending on the use case. See https://docs.altinn.studio for migration guidance.',
    {
      type: 'https://docs.altinn.studio',
      title: 'Virksomhetsbruker is no longer available',
      members: ['type', 'title', 'status', 'detail'],
    },
  ),
} as const satisfies Record<string, RefusalForm>

export const authentication = {
  ...usualArea,
  unknownBelow: 'authentication',
  problem: { ...usualArea.problem, validation: ['type', 'title', 'status', 'errors', 'traceId'] },
  longestGrant: 120,
  refusals,
  refusalForms: unreadableTokenRequest,
  /** Maskinporten and the token generator are not behind a gateway that requires a key, and the platform's keys are public. */
  behindGateway: ['authentication.exchangeToken', 'authentication.refreshToken'],
} as const satisfies Area
