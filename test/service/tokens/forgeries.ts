/** Invalid tokens that resemble those of a key set, and what else tests of tokens share. */
import { CompactSign, exportJWK, exportPKCS8, exportSPKI, generateKeyPair, importJWK } from 'jose'
import { createKeys, type Keys } from '../../../src/service/tokens/keys.ts'

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
  const alg = 'RS256'
  const other = await otherKey()
  const elliptic = await generateKeyPair('ES256')
  const publicPem = await exportSPKI((await importJWK(jwk, alg)) as CryptoKey)
  const signed = (alg: string, key: Parameters<CompactSign['sign']>[0], more = {}, claims: object = good) =>
    new CompactSign(bytes(JSON.stringify(claims))).setProtectedHeader({ alg, kid, ...more }).sign(key)
  const twins = (text: string) => `${header}.${base64url(text)}.${signature}`

  return {
    empty: '',
    dots: '..',
    'one word': 'token',
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'five parts': `${token}.a.b`,
    'cut signature': token.slice(0, -4),
    'cut payload': `${header}.${payload.slice(0, -3)}.${signature}`,
    'another signature': `${header}.${payload}.${base64url('x'.repeat(256))}`,
    'a signature of zeros': `${header}.${payload}.${'A'.repeat(342)}`,
    'another payload': `${header}.${base64url(JSON.stringify({ ...good, scope: 'altinn:serviceowner' }))}.${signature}`,
    'alg none': `${base64url(JSON.stringify({ alg: 'none' }))}.${payload}.`,
    'alg None with our kid': `${base64url(JSON.stringify({ alg: 'None', kid }))}.${payload}.`,
    'alg none with our signature': `${base64url(JSON.stringify({ alg: 'none', kid }))}.${payload}.${signature}`,
    'HS256 with the n of our public key': await signed('HS256', Buffer.from(jwk.n ?? '', 'base64url')),
    'HS256 with our public key as text': await signed('HS256', bytes(JSON.stringify(jwk))),
    'HS256 with our public key as PEM': await signed('HS256', bytes(publicPem)),
    'PS256 under our key id': await signed('PS256', await importJWK(await exportJWK(other.privateKey), 'PS256')),
    'ES256 with our kid': await signed('ES256', elliptic.privateKey),
    'another key with our kid': await signed(alg, other.privateKey),
    'another key in its own header': await signed(alg, other.privateKey, { jwk: await exportJWK(other.publicKey) }),
    'another key in its own header, without a kid': await signed(alg, other.privateKey, {
      kid: undefined,
      jwk: await exportJWK(other.publicKey),
    }),
    'another key, and an address where it lies': await signed(alg, other.privateKey, { kid: 'x', jku: 'https://example.org/jwks' }),
    'no kid': `${base64url(JSON.stringify({ alg }))}.${payload}.${signature}`,
    'a header that is not JSON': `${base64url('{')}.${payload}.${signature}`,
    'a header that is null': `${base64url('null')}.${payload}.${signature}`,
    'an unknown critical header': `${base64url(JSON.stringify({ alg, kid, crit: ['x'], x: 1 }))}.${payload}.${signature}`,
    'a claim twice': twins(`${JSON.stringify(good).slice(0, -1)},"scope":"altinn:serviceowner"}`),
    huge: `${header}.${'A'.repeat(2_000_000)}.${signature}`,
    nulls: '\0.\0.\0',
    'not ASCII': `${header}.${payload}.${'é'.repeat(86)}`,
  }
}

let made: ReturnType<typeof generate> | undefined
const generate = () => generateKeyPair('RS256', { extractable: true })

/** A key that Standin does not know. It is made once, because that takes long. */
export function otherKey(): ReturnType<typeof generate> {
  made ??= generate()
  return made
}

/** Keys whose private key a test has, and a function that signs any bytes with it. */
export async function signerOf(): Promise<{ keys: Keys; signed: (payload: Uint8Array) => Promise<string> }> {
  const { privateKey } = await otherKey()
  const keys = createKeys({ signingKey: await exportPKCS8(privateKey) })
  const [jwk] = (await keys.jwks()).keys
  return { keys, signed: (payload) => new CompactSign(payload).setProtectedHeader({ alg: 'RS256', kid: jwk?.kid ?? '' }).sign(privateKey) }
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

/** Payloads that two readers could understand in two ways. */
export const twinPayloads: Record<string, Uint8Array> = {
  'a claim twice': bytes('{"exp":4000000000,"scope":"altinn:broker.read","scope":"altinn:serviceowner"}'),
  'the same claim, written in two ways': bytes('{"exp":4000000000,"iss":"https://a/","\\u0069ss":"https://b/"}'),
  'a member of a claim twice': bytes('{"exp":4000000000,"consumer":{"ID":"0192:312345676","ID":"0192:991825827"}}'),
  'too deep to compare': bytes(`{"exp":4000000000, "deep":${'['.repeat(40)}${']'.repeat(40)}}`),
}

/** Returns GUIDs that count: 00000001-…, 00000002-… */
export function countingGuid(): () => string {
  let count = 0
  return () => `${(++count).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}
