/** The issuers that Standin trusts besides itself. */
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, type JWK } from 'jose'
import { expect } from 'vitest'
import { createKeys } from '../../src/tokens/keys.ts'
import { createRemoteKeys } from '../../src/tokens/remote-keys.ts'
import { createTrust, type TrustOptions } from '../../src/tokens/trust.ts'
import { rule } from '../support/rule.ts'
import { otherKey } from './forgeries.ts'

const issuer = 'https://login.example/'
const claims = { iss: issuer, exp: 4_000_000_000, scope: 'altinn:broker.read', consumer: { ID: '0192:312345676' } }
const sign = async (header: object = {}, more: object = {}, key?: Parameters<CompactSign['sign']>[0]) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify({ ...claims, ...more })))
    .setProtectedHeader({ alg: 'RS256', kid: 'theirs', ...header })
    .sign(key ?? (await otherKey()).privateKey)
const theirs = async (more: JWK = {}): Promise<JWK> => ({ ...(await exportJWK((await otherKey()).publicKey)), kid: 'theirs', ...more })
const keys = createKeys()
const judge = (token: string, options: TrustOptions = {}) => createTrust(keys, options).judge(token)
const trusting = async (more: JWK = {}): Promise<TrustOptions> => ({ issuers: [{ issuer, keys: [await theirs(more)] }] })

rule('decisions §3', 'only Standin is trusted by default', async () => {
  expect(await judge(await sign())).toEqual({ distrust: 'unknown-key' })
})

rule('decisions §3', 'an issuer with a key set is trusted, for its own name and keys', async () => {
  const options = await trusting()
  const other = (await generateKeyPair('RS256')).privateKey

  expect(await judge(await sign(), options)).toEqual({ claims, kind: 'maskinporten' })
  expect(await judge(await sign({}, { 'urn:altinn:orgNumber': '312345676' }), options)).toMatchObject({ kind: 'platform' })
  expect(await judge(await sign({}, { consumer: undefined }), options)).toMatchObject({ kind: 'platform' })
  expect(await judge(await sign({}, { iss: 'https://other.example/' }), options)).toEqual({ distrust: 'unknown-key' })
  expect(await judge(await sign({}, { iss: undefined }), options)).toEqual({ distrust: 'unknown-key' })
  expect(await judge(await sign({ kid: 'other' }), options)).toEqual({ distrust: 'unknown-key' })
  expect(await judge(await sign({}, {}, other), options)).toEqual({ distrust: 'bad-signature' })
})

rule('decisions §3', 'a foreign issuer cannot speak with the keys of Standin, nor Standin with theirs', async () => {
  const options = await trusting()
  const [own] = (await keys.jwks()).keys

  expect(await judge(await sign({ kid: own?.kid }), options)).toEqual({ distrust: 'bad-signature' })
  expect(await judge(await keys.sign({ ...claims, iss: 'not an address' }), options)).toMatchObject({ distrust: 'unknown-issuer' })
})

rule('decisions §3', 'a public key is not taken for a shared secret', async () => {
  const spki = new TextEncoder().encode(await exportSPKI((await otherKey()).publicKey))
  const secret = { kty: 'oct', k: Buffer.from('x'.repeat(64)).toString('base64url'), kid: 'theirs' }

  expect(await judge(await sign({ alg: 'HS256' }, {}, spki), await trusting())).toEqual({ distrust: 'unknown-key' })
  expect(await judge(await sign({ alg: 'HS256' }, {}, Buffer.from('x'.repeat(64))), { issuers: [{ issuer, keys: [secret] }] })).toEqual({
    distrust: 'unknown-key',
  })
  expect(await judge(await sign(), await trusting({ alg: 'RS512' }))).toEqual({ distrust: 'unknown-key' })
})

rule('decisions §3', 'what a token says about its own keys is ignored', async () => {
  const jwk = await theirs()
  const foreign = createRemoteKeys({ fetchJson: async () => ({ keys: [jwk] }), tick: () => 0 })

  for (const header of [{ jwk }, { jku: 'https://login.example/jwks' }, { x5u: 'https://login.example/x5u' }])
    expect(await judge(await sign(header), { issuers: [{ issuer, keys: [] }], remoteKeys: foreign })).toEqual({ distrust: 'unknown-key' })
})

rule(
  'decisions §3',
  'an issuer with a discovery document is trusted, and its keys are fetched once a minute for an unknown one',
  async () => {
    const asked: string[] = []
    const set: JWK[] = [await theirs()]
    let now = 0
    const fetchJson = async (address: string) => {
      asked.push(address)
      return address.endsWith('/jwks') ? { keys: [...set] } : { issuer, jwks_uri: 'https://login.example/jwks' }
    }
    const options = {
      issuers: [{ discovery: 'https://login.example/metadata' }],
      remoteKeys: createRemoteKeys({ fetchJson, tick: () => now }),
    }
    const { judge } = createTrust(keys, options)

    expect(await judge(await sign())).toMatchObject({ claims })
    expect(await judge(await sign({}, { jti: 'b' }))).toMatchObject({ kind: 'maskinporten' })
    expect(asked).toEqual(['https://login.example/metadata', 'https://login.example/jwks'])
    set.push(await theirs({ kid: 'next' }))
    expect(await judge(await sign({ kid: 'next' }))).toEqual({ distrust: 'unknown-key' })
    now = 60_000
    expect(await judge(await sign({ kid: 'next' }))).toMatchObject({ claims })
    for (let nth = 0; nth < 20; nth++) await judge(await sign({ kid: `unknown ${nth}` }))
    expect(asked).toHaveLength(3)
  },
)

rule('decisions §3', 'with every token trusted, a token that is unsigned, unreadable or ambiguous is still refused', async () => {
  const any = { any: true }
  const part = (text: string) => Buffer.from(text).toString('base64url')
  const token = (header: object, payload: string, signature = 'AAAA') => `${part(JSON.stringify(header))}.${part(payload)}.${signature}`
  const payload = JSON.stringify(claims)

  expect(await judge(token({ alg: 'HS256' }, payload), any)).toEqual({ claims, kind: 'maskinporten' })
  for (const alg of ['none', 'None', 'NONE', undefined, 1])
    expect(await judge(token({ alg }, payload), any), String(alg)).toEqual({ distrust: 'unknown-key' })
  expect(await judge(token({ alg: 'RS256' }, payload, ''), any)).toEqual({ distrust: 'unknown-key' })
  expect(await judge(token({ alg: 'RS256', crit: ['x'], x: 1 }, payload), any)).toEqual({ distrust: 'unreadable' })
  expect(await judge(token({ alg: 'RS256' }, '{"exp":1,"exp":2}'), any)).toEqual({ distrust: 'unreadable' })
  expect(await judge(token({ alg: 'RS256' }, `{"iss":"${'x'.repeat(17_000)}"}`), any)).toEqual({ distrust: 'unreadable' })
  expect(await judge(token({ alg: 'RS256' }, '{"exp":1}'), any)).toEqual({ distrust: 'unknown-issuer' })
  const [own] = (await keys.jwks()).keys
  expect(await judge(token({ alg: 'RS256', kid: own?.kid }, payload), any)).toEqual({ distrust: 'bad-signature' })
})
