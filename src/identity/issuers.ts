/** The issuers of tokens in each environment. Source: authentication §0, §2.1. */

export type Environment = 'test' | 'production'

const altinn: Readonly<Record<Environment, string>> = {
  test: 'https://platform.tt02.altinn.no/authentication/api/v1/openid/',
  production: 'https://platform.altinn.no/authentication/api/v1/openid/',
}

const maskinporten: Readonly<Record<Environment, string>> = {
  test: 'https://test.maskinporten.no/',
  production: 'https://maskinporten.no/',
}

export const altinnIssuer = (environment: Environment): string => altinn[environment]
export const maskinportenIssuer = (environment: Environment): string => maskinporten[environment]

const maskinportenIssuers: ReadonlySet<string> = new Set(Object.values(maskinporten))

/** Whether a token is one of Maskinporten, which is not yet exchanged for one of the platform. */
export const isMaskinporten = (issuer: string | undefined): boolean => issuer !== undefined && maskinportenIssuers.has(issuer)

/** Both environments accept tokens of both. */
export const acceptedIssuers: ReadonlySet<string> = new Set([...Object.values(altinn), ...Object.values(maskinporten)])
