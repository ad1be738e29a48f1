/** Invalid tokens that resemble those of a key set, and what else tests of tokens share. */
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { vi } from 'vitest'
import type { Keys } from '../../src/identity/keys.ts'

const good = {
  iss: 'https://platform.tt02.altinn.no/authentication/api/v1/openid/',
  'urn:altinn:orgNumber': '312345676',
  scope: 'altinn:broker.read',
  exp: 4_000_000_000,
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')
const bytes = (text: string) => new TextEncoder().encode(text)

export async function forgedTokens(keys: Keys): Promise<Record<string, string>> {
  const token = await keys.sign(good)
  const [header = '', payload = '', signature = ''] = token.split('.')
  const [jwk = {}] = (await keys.jwks()).keys
  const { kid = '' } = jwk
  const other = await generateKeyPair('ES256', { extractable: true })
  const signed = (alg: string, key: Parameters<CompactSign['sign']>[0], more = {}) =>
    new CompactSign(bytes(JSON.stringify(good))).setProtectedHeader({ alg, kid, ...more }).sign(key)
  const rsa = await generateKeyPair('RS256')

  return {
    empty: '',
    dots: '..',
    'one word': 'token',
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'five parts': `${token}.a.b`,
    'cut signature': token.slice(0, -4),
    'cut payload': `${header}.${payload.slice(0, -3)}.${signature}`,
    'another signature': `${header}.${payload}.${base64url('x'.repeat(64))}`,
    'a signature of zeros': `${header}.${payload}.${'A'.repeat(86)}`,
    'another payload': `${header}.${base64url(JSON.stringify({ ...good, scope: 'altinn:serviceowner' }))}.${signature}`,
    'alg none': `${base64url(JSON.stringify({ alg: 'none' }))}.${payload}.`,
    'alg none with our signature': `${base64url(JSON.stringify({ alg: 'none', kid }))}.${payload}.${signature}`,
    'HS256 with the x of our public key': await signed('HS256', Buffer.from(jwk.x ?? '', 'base64url')),
    'HS256 with our public key as text': await signed('HS256', bytes(JSON.stringify(jwk))),
    'RS256 with our kid': await signed('RS256', rsa.privateKey),
    'another key with our kid': await signed('ES256', other.privateKey),
    'another key in its own header': await signed('ES256', other.privateKey, { jwk: await exportJWK(other.publicKey) }),
    'a header that is not JSON': `${base64url('{')}.${payload}.${signature}`,
    'a header that is null': `${base64url('null')}.${payload}.${signature}`,
    'an unknown critical header': `${base64url(JSON.stringify({ alg: 'ES256', kid, crit: ['x'], x: 1 }))}.${payload}.${signature}`,
    huge: `${header}.${'A'.repeat(2_000_000)}.${signature}`,
    nulls: '\0.\0.\0',
    'not ASCII': `${header}.${payload}.${'é'.repeat(86)}`,
  }
}

/** Signs any bytes with the private key of a key set, which it takes while the key is generated. */
export async function signerOf(makeKeys: () => Keys): Promise<{ keys: Keys; signed: (payload: Uint8Array) => Promise<string> }> {
  const generating = vi.spyOn(crypto.subtle, 'generateKey')
  const keys = makeKeys()
  await keys.jwks()
  const pair = (await generating.mock.results[0]?.value) as CryptoKeyPair
  generating.mockRestore()
  return { keys, signed: (payload) => new CompactSign(payload).setProtectedHeader({ alg: 'ES256' }).sign(pair.privateKey) }
}

/** Payloads that are not objects of claims. */
export const oddPayloads: Record<string, Uint8Array> = {
  empty: bytes(''),
  'not JSON': bytes('{"exp":4000000000'),
  'two documents': bytes('{}{}'),
  'not UTF-8': Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
  array: bytes('[{"exp":4000000000}]'),
  null: bytes('null'),
  number: bytes('4000000000'),
  text: bytes('"exp"'),
  deep: bytes('['.repeat(100_000)),
}

/** Returns GUIDs that count: 00000001-…, 00000002-… */
export function countingGuid(): () => string {
  let count = 0
  return () => `${(++count).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}
