/** Obtains callers' tokens for a real implementation from a command, from Maskinporten, or from a variable. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { demandFile } from '../../../platform/node-path.ts'
import { fetchBounded, messageOf } from '../../../real/bodies.ts'
import { callerOf, standsInFor } from '../../../real/callers.ts'
import { runLine, type SecretReader } from '../../../real/commands.ts'
import type { Caller, EnvironmentFile, TokenSource } from '../../../real/environment-file.ts'
import type { Identity } from '../../../service/areas/client.ts'
import { jose } from '../../../service/tokens/issue.ts'
import { parseJson } from '../../../service/wire/json.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { scopes as ourScopes } from '../../../service/wire/vocabulary.ts'

type Maskinporten = Extract<TokenSource, { maskinporten: unknown }>['maskinporten']

const known: readonly string[] = Object.values(ourScopes)

/** Finds the caller in the file that corresponds to one of our identities. Throws {@link Misuse} if there is none. */
function callerThere({ callers, name: environment }: EnvironmentFile, as: Identity): Caller {
  const name = callerOf(as)
  const caller = name && (callers[name] ?? callers[standsInFor[name] ?? name])
  if (caller) return caller
  throw new Misuse(`${environment} contains no caller ${name ?? `for the organization ${as.orgNo}`}.`)
}

/** Returns a function that obtains a caller's token and registers it as a secret. */
export function tokensThere(file: EnvironmentFile, gatewayHeaders: Readonly<Record<string, string>> | undefined, secrets: SecretReader) {
  return async (as: Identity, signal: AbortSignal): Promise<string> => {
    const caller = callerThere(file, as)
    const scope = scopeThere(as, caller)
    const token = await make(caller, scope, as, signal)
    if (!/^[\x21-\x7e]+$/.test(token)) throw new Error(`The token for ${caller.orgNo} is invalid: a token is a single ASCII word.`)
    secrets.note(token)
    return token
  }

  async function make({ token, orgNo, org, clientId }: Caller, scope: string, as: Identity, signal: AbortSignal): Promise<string> {
    if ('variable' in token) return secrets.read(token, signal)
    if ('maskinporten' in token) return fromMaskinporten(token.maskinporten, scope, signal)
    const variables = {
      STANDIN_ORG: org,
      STANDIN_ORG_NO: orgNo,
      STANDIN_CLIENT_ID: clientId,
      STANDIN_SCOPES: scope,
      STANDIN_CALLER: callerOf(as),
      STANDIN_ENVIRONMENT_NAME: file.name,
    }
    return runLine({ line: token.command, folder: file.folder, variables, signal })
  }

  async function fromMaskinporten(
    { clientId, key, keyId, tokenUrl, audience, exchange }: Maskinporten,
    scope: string,
    signal: AbortSignal,
  ) {
    const text = 'file' in key ? readKey(resolve(file.folder, key.file)) : await secrets.read(key, signal)
    const grant = await signedGrant(text, keyId, { iss: clientId, aud: audience, scope })
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: grant })
    const { access_token: token } = (await jsonOf(await fetchBounded(tokenUrl, { method: 'POST', body, signal }), tokenUrl)) as {
      access_token?: unknown
    }
    if (typeof token !== 'string') throw new Error(`${tokenUrl} returned no access_token.`)
    secrets.note(token)
    if (!exchange) return token
    const { authentication } = file.addresses
    if (!authentication) throw new Misuse('addresses.authentication is missing: Maskinporten tokens are exchanged there.')
    const url = `${authentication.url}/exchange/maskinporten`
    const exchanged = await jsonOf(
      await fetchBounded(url, { headers: { ...gatewayHeaders, authorization: `Bearer ${token}` }, signal }),
      url,
    )
    if (typeof exchanged !== 'string') throw new Error(`${url} returned no token.`)
    return exchanged
  }
}

/** Replaces our scopes with the caller's scopes from the file. A deliberately wrong scope is left unchanged. */
function scopeThere({ scope = known.join(' ') }: Identity, { scopes }: Caller): string {
  return scopes !== undefined && scope.split(' ').every((each) => known.includes(each)) ? scopes : scope
}

function readKey(path: string): string {
  try {
    demandFile(path)
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    throw new Misuse(`The key for a caller cannot be read: ${messageOf(thrown).replace(/\.$/, '')}.`)
  }
}

/** A grant's lifetime in seconds; Maskinporten accepts at most 120. Source: authentication §1.1. */
const grantHolds = 100

async function signedGrant(key: string, kid: string | undefined, claims: Readonly<Record<string, string>>): Promise<string> {
  const { SignJWT, importJWK, importPKCS8 } = await jose()
  const jwk = key.trimStart().startsWith('{') ? (Object(parseJson(key)) as { kid?: string }) : undefined
  // The library's error messages might quote the key.
  const privateKey = await (jwk ? importJWK(jwk, 'RS256') : importPKCS8(key, 'RS256')).catch(() => {
    throw new Misuse(`The key for ${claims.iss} is neither PEM that starts with BEGIN PRIVATE KEY nor a private JWK.`)
  })
  const id = kid ?? jwk?.kid
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', ...(id !== undefined && { kid: id }) })
    .setIssuedAt()
    .setExpirationTime(`${grantHolds}s`)
    .setJti(crypto.randomUUID())
    .sign(privateKey)
}

/** Parses a response as JSON, or returns its text, because the exchange returns the token either plainly or as a JSON string. */
async function jsonOf(response: Response, url: string): Promise<unknown> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${text.slice(0, 300)}`)
  return parseJson(text) ?? text
}
