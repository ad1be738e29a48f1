/** The issuers that Standin trusts besides itself. */
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, type JWK } from 'jose'
import { createKeys } from '../../../src/service/tokens/keys.ts'
import { createRemoteKeys } from '../../../src/service/tokens/read-token.ts'
import { createTrust, type TrustOptions } from '../../../src/service/tokens/trust.ts'
import { expect, rule } from '../../support/rule.ts'
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

rule('decisions §3', 'an issuer with a discovery document is trusted, and keys are fetched once a minute for an unknown one', async () => {
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
})

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

/** A trusted issuer at this address, and how a caller and the exchange judge its tokens. */
async function discovered(discovery: string, set?: readonly JWK[]) {
  const keySet = set ?? [await theirs({ kid: 'one' }), await theirs({ kid: 'two' })]
  const fetchJson = async (address: string) =>
    address.endsWith('/jwks') ? { keys: keySet } : { issuer, jwks_uri: 'https://login.example/jwks' }
  const trust = createTrust(keys, { issuers: [{ discovery }], remoteKeys: createRemoteKeys({ fetchJson, tick: () => 0 }) })
  return {
    asCaller: (token: string) => trust.judge(token),
    inExchange: (token: string) => trust.judge(token, 'exchange'),
  }
}

rule('decisions §3', 'the address of its discovery document tells whose tokens an issuer makes, whatever they claim', async () => {
  const token = async (more: object) => sign({ kid: 'one' }, more)
  const platform = { 'urn:altinn:org': 'brg' }
  const kindsAt = async (path: string) => {
    const { asCaller, inExchange } = await discovered(`${issuer}${path}`)
    const all = [asCaller, inExchange].flatMap((judge) =>
      [{}, platform, { consumer: undefined }].map(async (more) => judge(await token(more))),
    )
    return [...new Set((await Promise.all(all)).map((judged) => ('kind' in judged ? judged.kind : judged.distrust)))]
  }

  expect(await kindsAt('.well-known/oauth-authorization-server')).toEqual(['maskinporten'])
  expect(await kindsAt('.well-known/oauth-authorization-server/tenant')).toEqual(['maskinporten'])
  expect(await kindsAt('.well-known/openid-configuration')).toEqual(['platform'])
  expect(await kindsAt('metadata')).toEqual(['maskinporten', 'platform'])
})

rule('authentication §2', 'the exchange takes any key of an issuer, and any part of the address of its metadata as its name', async () => {
  const { asCaller, inExchange } = await discovered(`${issuer}.well-known/oauth-authorization-server`)
  const other = (await generateKeyPair('RS256')).privateKey
  const good = { kind: 'maskinporten' }

  for (const kid of ['two', 'nobody', undefined]) expect(await inExchange(await sign({ kid })), kid).toMatchObject(good)
  for (const kid of ['nobody', undefined]) expect(await asCaller(await sign({ kid })), kid).toEqual({ distrust: 'unknown-key' })
  for (const iss of ['', null, 'https://login.example', 'login', '/.well-known/'])
    expect(await inExchange(await sign({ kid: 'one' }, { iss })), String(iss)).toMatchObject(good)
  for (const iss of ['', 'https://login.example', 'login'])
    expect(await asCaller(await sign({ kid: 'one' }, { iss })), iss).toEqual({ distrust: 'unknown-key' })
  expect(await inExchange(await sign({ kid: 'one' }, { iss: undefined }))).toEqual({ distrust: 'unknown-key' })
  expect(await inExchange(await sign({ kid: 'one' }, { iss: 'https://login.example.org/' }))).toEqual({ distrust: 'unknown-key' })
  expect(await inExchange(await sign({ kid: 'nobody' }, {}, other))).toEqual({ distrust: 'bad-signature' })
})

rule('authentication §2', 'the exchange is as strict as ever with an issuer that is named with its keys', async () => {
  const trust = createTrust(keys, await trusting())

  expect(await trust.judge(await sign({ kid: 'nobody' }), 'exchange')).toEqual({ distrust: 'unknown-key' })
  expect(await trust.judge(await sign({}, { iss: 'login' }), 'exchange')).toEqual({ distrust: 'unknown-key' })
})
