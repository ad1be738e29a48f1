/** Creates grants as Maskinporten clients do, and makes the clients' calls with these grants. */
import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, importPKCS8 } from 'jose'
import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import type { RegisteredClient } from '../../src/service/world/registers.ts'
import { folderWith } from './folder.ts'
import { base, standin, start } from './standin.ts'

export const clientId = '3b0d0c0e-6c3a-4c44-9a0a-5a3f6f1f7a11'
export const orgNo = '312345676'
export const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
export const at = Date.parse(start) / 1000

const made = new Map<string, ReturnType<typeof generateKeyPair>>()

/** Returns a client's key pair, which is generated only once, because generating it is slow. */
export function clientKey(name = 'mine'): ReturnType<typeof generateKeyPair> {
  const found = made.get(name) ?? generateKeyPair('RS256', { extractable: true })
  made.set(name, found)
  return found
}

/** Returns a client's public key in the format for registration. */
export async function registeredKey(kid = 'my-key', name = 'mine') {
  const { kty, n, e } = await exportJWK((await clientKey(name)).publicKey)
  return { kty: kty as 'RSA', n: n ?? '', e: e ?? '', kid }
}

export interface GrantParts {
  readonly claims?: object
  readonly header?: object
  readonly key?: CryptoKey
}

let grants = 0

/** Creates a grant that is valid when the tests' clock starts. The given members override the usual ones. */
export async function grantOf({ claims = {}, header = {}, key }: GrantParts = {}): Promise<string> {
  const usual = {
    aud: 'https://test.maskinporten.no/',
    iss: clientId,
    scope: 'altinn:broker.read altinn:broker.write',
    iat: at,
    exp: at + 120,
    jti: `grant-${grants++}`,
  }
  return new CompactSign(new TextEncoder().encode(JSON.stringify({ ...usual, ...claims })))
    .setProtectedHeader({ alg: 'RS256', kid: 'my-key', typ: 'JWT', ...header })
    .sign(key ?? (await clientKey()).privateKey)
}

type Send = (request: Request) => Promise<Response>

export async function ask(send: Send, fields: Record<string, string>, address = base) {
  const response = await send(new Request(`${address}/token`, { method: 'POST', body: new URLSearchParams(fields) }))
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
}

/** Creates a simulator with a registered client, and functions that make the client's calls. */
export async function withClient(more: Partial<RegisteredClient> = {}, options: Partial<SimulatorOptions> = {}) {
  const here = standin(options)
  const scopes = ['altinn:broker.read', 'altinn:broker.write']
  here.simulator.clients.put({ id: clientId, orgNo, scopes, jwks: { keys: [await registeredKey()] }, ...more })
  const request = async (parts: GrantParts = {}) => ask(here.send, { grant_type: grantType, assertion: await grantOf(parts) })
  const errorOf = async (parts: GrantParts) => {
    const { status, body } = await request(parts)
    return [status, body.error, String(body.error_description).split(':')[0]]
  }
  const exchange = async (token: unknown, headers: Record<string, string> = {}, path = '/authentication/api/v1/exchange/maskinporten') =>
    here.send(new Request(`${base}${path}`, { headers: { authorization: `Bearer ${String(token)}`, ...headers } }))
  return { ...here, request, errorOf, exchange }
}

/** Creates a certificate with openssl, with its private key, and its public key in the format for registration. */
export function certified(subject: string, ...more: string[]) {
  const folder = folderWith()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-subj', subject, ...more],
    { stdio: 'ignore' },
  )
  const x5c = [readFileSync(certificate, 'utf8').replace(/-----[^-]+-----|\n/g, '')]
  const privateKey = createPrivateKey(readFileSync(key))
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    x5c,
    key: importPKCS8(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, 'RS256'),
    registered: { kty: 'RSA' as const, n, e, kid: 'certified' },
  }
}
