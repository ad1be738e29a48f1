/** Schemas for Maskinporten's token endpoint and metadata. Source: authentication §1. */
import { z } from 'zod'

export const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** All fields are optional, because the endpoint reports missing fields in its own format. */
export const tokenRequest = z.object({
  grant_type: z.string().optional().describe(`\`${grantType}\``),
  assertion: z.string().optional().describe('The grant: a JWT signed by the client.'),
  client_id: z.string().optional().describe('Ignored: the grant identifies the client.'),
})

export const tokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds.'),
  scope: z.string(),
})

const texts = z.array(z.string())

export const serverMetadata = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  grant_types_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  token_endpoint_auth_signing_alg_values_supported: texts,
})

/** An RFC 7517 key set. Source: authentication §3. */
export const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), use: z.literal('sig'), kid: z.string() })) })

/** Source: authentication §3. */
export const platformConfiguration = z.object({
  issuer: z.string(),
  jwks_uri: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  end_session_endpoint: z.string(),
  response_types_supported: texts,
  subject_types_supported: texts,
  id_token_signing_alg_values_supported: texts,
})

/** Source: authentication §4. */
export const generatorMetadata = z.object({ issuer: z.string(), jwks_uri: z.string() })
