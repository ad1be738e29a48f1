/** The issuers of tokens: Standin's begin with the address of a call, and the live ones are known by name. Source: authentication §0, decisions §3. */
import { liveBases } from '../wire/vocabulary.ts'

/** Which of the two services issued a token. The platform exchanges tokens of Maskinporten for its own. */
export type IssuerKind = 'platform' | 'maskinporten'

const platformPath = '/authentication/api/v1/openid/'

/** `base` is the address of a world and environment, without a slash at its end. */
export const platformIssuer = (base: string): string => `${base}${platformPath}`
export const maskinportenIssuer = (base: string): string => `${base}/`
/**
 * The issuer of the token generator's tokens that belong to no environment. No area of the service trusts it. Source: authentication §4.
 */
export const generatorIssuer = (base: string): string => `${base}/api/.well-known/oauth-authorization-server`

/** The issuer of a token that the generator makes for an environment. Source: authentication §4. */
export function generatedIssuer(base: string, environment: string): string {
  if (environment === 'none') return generatorIssuer(base)
  return platformIssuer(
    base === liveBases.test.generator ? `https://platform.${environment}.altinn.${environment.startsWith('tt') ? 'no' : 'cloud'}` : base,
  )
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

/** The kind of an issuer by the address of its discovery document; undefined where the address does not tell. */
export function kindOfDiscovery(address: string): IssuerKind | undefined {
  if (address.includes('/.well-known/oauth-authorization-server')) return 'maskinporten'
  return address.includes('/.well-known/openid-configuration') ? 'platform' : undefined
}
