/** The issuers of tokens: Standin's begin with the address of a call, and the live ones are known by name. Source: authentication §0, decisions §3. */

export type Environment = 'test' | 'production'

/** Which of the two services issued a token. The platform exchanges tokens of Maskinporten for its own. */
export type IssuerKind = 'platform' | 'maskinporten'

/** Where the live services are reached. */
export const liveBases: Readonly<Record<Environment, Readonly<Record<IssuerKind, string>>>> = {
  test: { platform: 'https://platform.tt02.altinn.no', maskinporten: 'https://test.maskinporten.no' },
  production: { platform: 'https://platform.altinn.no', maskinporten: 'https://maskinporten.no' },
}

const platformPath = '/authentication/api/v1/openid/'

/** `base` is the address of a world and environment, without a slash at its end. */
export const platformIssuer = (base: string): string => `${base}${platformPath}`
export const maskinportenIssuer = (base: string): string => `${base}/`
/** The issuer of the token generator's tokens that belong to no environment. No area of the service trusts it. Source: authentication §4. */
export const generatorIssuer = (base: string): string => `${base}/api/.well-known/oauth-authorization-server`

/** Where the live token generator is reached. */
const liveGenerator = 'https://altinn-testtools-token-generator.azurewebsites.net'

/** Only its tokens of no environment are signed in another way. */
export const signingAlgorithm = (environment: string) => (environment.toLowerCase() === 'none' ? 'ES256' : 'RS256')

/** The issuer of a token that the generator makes for an environment. Source: authentication §4. */
export function generatedIssuer(base: string, environment: string): string {
  const name = environment.toLowerCase()
  if (name === 'none') return generatorIssuer(base)
  return platformIssuer(base === liveGenerator ? `https://platform.${name}.altinn.${name.startsWith('tt') ? 'no' : 'cloud'}` : base)
}

/**
 * The issuer that a name stands for; undefined for another one. Standin is reached by many names, so its own issuers are
 * known by their form. The signature shows that a token is Standin's.
 */
export function kindOf(issuer: string): IssuerKind | undefined {
  if (!/^https?:\/\/[^\s/?#]+\/(?:[^\s?#]*\/)?$/.test(issuer)) return undefined
  return issuer.endsWith(platformPath) ? 'platform' : 'maskinporten'
}

const liveMaskinporten: ReadonlySet<string> = new Set(Object.values(liveBases).map(({ maskinporten }) => maskinportenIssuer(maskinporten)))

/** Whether an issuer is Maskinporten of an environment, by its live name. */
export const isLiveMaskinporten = (issuer: string): boolean => liveMaskinporten.has(issuer)
