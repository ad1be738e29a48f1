import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { expect, test } from 'vitest'
import { createKeys } from '../../src/identity/keys.ts'
import { forgedTokens, oddPayloads, signerOf } from './forgeries.ts'

test('verifying a signed token returns its claims', async () => {
  const keys = createKeys()
  const claims = { iss: 'somebody', exp: 1, nested: { list: [1, 'two', null] }, 'urn:altinn:org': 'blåbær' }

  const token = await keys.sign(claims)

  expect(await keys.verify(token)).toEqual(claims)
})

test('a header can add members but cannot change the algorithm or the key id', async () => {
  const keys = createKeys()
  const [key] = (await keys.jwks()).keys

  const header = decodeProtectedHeader(await keys.sign({}, { typ: 'at+jwt', alg: 'none', kid: 'another' }))

  expect(header).toEqual({ typ: 'at+jwt', alg: 'ES256', kid: key?.kid })
})

test('the published key set verifies tokens and has no private part', async () => {
  const keys = createKeys()
  const token = await keys.sign({ sub: 'x' })

  const [key, ...others] = (await keys.jwks()).keys

  expect(others).toEqual([])
  expect(key).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: key?.x,
    y: key?.y,
    use: 'sig',
    alg: 'ES256',
    kid: await calculateJwkThumbprint(key ?? {}),
  })
  await expect(compactVerify(token, await importJWK(key ?? {}))).resolves.toBeDefined()
})

test('the first calls share one key when they come at the same time', async () => {
  const keys = createKeys()

  const [first, second, third] = await Promise.all([keys.sign({}), keys.sign({}), keys.jwks()])

  const ids = [decodeProtectedHeader(first).kid, decodeProtectedHeader(second).kid, third.keys[0]?.kid]
  expect(new Set(ids).size).toBe(1)
  expect(await keys.verify(first)).toEqual({})
})

test('a key set does not accept tokens of another key set', async () => {
  const token = await createKeys().sign({ exp: 1 })

  expect(await createKeys().verify(token)).toBeUndefined()
})

test('forged tokens have no claims', async () => {
  const keys = createKeys()

  const answers = await Promise.all(
    Object.entries(await forgedTokens(keys)).map(async ([name, token]) => [name, await keys.verify(token)] as const),
  )

  expect(answers.filter(([, claims]) => claims !== undefined)).toEqual([])
})

test.each(Object.entries(oddPayloads))('a signed token whose payload is not an object has no claims: %s', async (_name, payload) => {
  const { keys, signed } = await signerOf(createKeys)

  expect(await keys.verify(await signed(payload))).toBeUndefined()
  expect(await keys.verify(await signed(new TextEncoder().encode('{"a":1}')))).toEqual({ a: 1 })
})
