import { compactVerify, decodeProtectedHeader, exportJWK, exportPKCS8, generateKeyPair, importJWK } from 'jose'
import { expect, test } from 'vitest'
import { generateSigningKey, type SigningKey } from '../../../src/service/tokens/issue.ts'
import { createKeys } from '../../../src/service/tokens/keys.ts'
import { rule } from '../../support/rule.ts'
import { oddPayloads, otherKey, signerOf } from './forgeries.ts'

test('verifying a signed token returns its claims', async () => {
  const keys = createKeys()
  const claims = { iss: 'somebody', exp: 1, nested: { list: [1, 'two', null] }, 'urn:altinn:org': 'blåbær' }

  const token = await keys.sign(claims)

  expect(await keys.verify(token)).toEqual(claims)
})

test('a header can add members but cannot change the algorithm or the key id', async () => {
  const keys = createKeys()
  const [key] = (await keys.jwks()).keys

  const header = decodeProtectedHeader(await keys.sign({}, { header: { typ: 'at+jwt', alg: 'none', kid: 'another' } }))

  expect(header).toEqual({ typ: 'at+jwt', alg: 'RS256', kid: key?.kid })
})

rule('authentication §2.1, authentication §3', 'a key is RSA, its id an upper-case thumbprint, and the set is public', async () => {
  const keys = createKeys()
  const token = await keys.sign({ sub: 'x' }, { thumbprint: 'x5t' })

  const [key, ...others] = (await keys.jwks()).keys

  expect(others).toEqual([])
  expect(key).toEqual({
    kty: 'RSA',
    use: 'sig',
    kid: expect.stringMatching(/^[0-9A-F]{40}$/),
    e: 'AQAB',
    n: expect.stringMatching(/^[\w-]{342}$/),
  })
  expect(decodeProtectedHeader(token).x5t).toBe(Buffer.from(key?.kid ?? '', 'hex').toString('base64url'))
  await expect(compactVerify(token, await importJWK(key ?? {}, 'RS256'))).resolves.toBeDefined()
})

rule('authentication §4', 'tokens of no environment have a key of their own, for ES256', async () => {
  const keys = createKeys()
  const token = await keys.sign({ sub: 'x' }, { alg: 'ES256' })
  const [key] = (await keys.jwks('ES256')).keys

  expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'sig', kid: expect.stringMatching(/^[0-9A-F]{40}$/) })
  expect(key).not.toHaveProperty('d')
  expect(decodeProtectedHeader(token)).toEqual({ typ: 'JWT', alg: 'ES256', kid: key?.kid })
  expect(await keys.verify(token)).toEqual({ sub: 'x' })
})

test('a key that another process has made is known, also when it was read while a token was checked', async () => {
  const [old, made] = [await generateSigningKey('ES256'), await generateSigningKey('ES256')]
  const others = { has: () => true, next: () => undefined, makeNext: async () => made, rotated: async () => {} }
  const token = await createKeys({ source: { ...others, ring: async () => [made] } }).sign({ sub: 'x' }, { alg: 'ES256' })

  const firstRing = Promise.withResolvers<readonly SigningKey[]>()
  const [rings, changes, followers] = [[firstRing.promise, Promise.resolve([made, old])], [true, false], [] as (() => void)[]]
  const keys = createKeys({
    source: {
      ...others,
      ring: () => rings.shift() ?? Promise.resolve([]),
      others: { refresh: async () => changes.shift() ?? false, follow: (changed) => void followers.push(changed) },
    },
  })
  const verified = keys.verify(token)
  for (const changed of followers) changed()
  await new Promise(setImmediate)
  firstRing.resolve([old])
  expect(await verified).toEqual({ sub: 'x' })
})

test('the first calls share one key when they come at the same time', async () => {
  const keys = createKeys()

  const [first, second, third] = await Promise.all([keys.sign({}), keys.sign({}), keys.jwks()])

  const ids = [decodeProtectedHeader(first).kid, decodeProtectedHeader(second).kid, third.keys[0]?.kid]
  expect(new Set(ids).size).toBe(1)
  expect(await keys.verify(first)).toEqual({})
})

rule('decisions §3', 'the simulators of a process share one key until they rotate', async () => {
  const [one, other] = [createKeys(), createKeys()]
  const token = await one.sign({ exp: 1 })

  expect(await other.verify(token)).toEqual({ exp: 1 })
  await one.rotate()
  expect(await one.verify(token)).toEqual({ exp: 1 })
  expect(await other.verify(await one.sign({ exp: 1 }))).toBeUndefined()
})

rule('decisions §12', 'the key before a rotation stays published and good, the one before that does not', async () => {
  const keys = createKeys()
  const [first] = (await keys.jwks()).keys
  const token = await keys.sign({ exp: 1 })

  const second = await keys.rotate()
  expect((await keys.jwks()).keys.map(({ kid }) => kid)).toEqual([second, first?.kid])
  expect(decodeProtectedHeader(await keys.sign({})).kid).toBe(second)
  expect(await keys.verify(token)).toEqual({ exp: 1 })

  const third = await keys.rotate()
  expect((await keys.jwks()).keys.map(({ kid }) => kid)).toEqual([third, second])
  expect(await keys.verify(token)).toBeUndefined()
})

test('a signing key from outside keeps tokens good, as PEM and as JWK', async () => {
  const { privateKey } = await otherKey()
  const before = createKeys({ signingKey: await exportPKCS8(privateKey) })
  const after = createKeys({ signingKey: JSON.stringify(await exportJWK(privateKey)) })

  expect(await after.verify(await before.sign({ exp: 1 }))).toEqual({ exp: 1 })
  expect(await createKeys().verify(await before.sign({ exp: 1 }))).toBeUndefined()
  expect((await after.jwks()).keys).toEqual((await before.jwks()).keys)
  expect((await after.jwks()).keys[0]).not.toHaveProperty('d')
})

test('a text that is not a key is refused as a signing key', async () => {
  const { publicKey } = await otherKey()
  const elliptic = await exportPKCS8((await generateKeyPair('ES256', { extractable: true })).privateKey)
  const small = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  )
  for (const signingKey of [
    '',
    'key',
    '{}',
    '{',
    elliptic,
    JSON.stringify(await exportJWK(publicKey)),
    await exportPKCS8(small.privateKey),
  ])
    await expect(createKeys({ signingKey }).sign({}), signingKey).rejects.toThrow()
})

test.each(Object.entries(oddPayloads))('a signed token whose payload is not an object has no claims: %s', async (_name, payload) => {
  const { keys, signed } = await signerOf()

  expect(await keys.verify(await signed(payload))).toBeUndefined()
  expect(await keys.verify(await signed(new TextEncoder().encode('{"a":1}')))).toEqual({ a: 1 })
})
