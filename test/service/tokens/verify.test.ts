import { expect, test } from 'vitest'
import { type Caller, type Claims, generatorIssuer, maskinportenIssuer, platformIssuer } from '../../../src/service/tokens/caller.ts'
import { enterpriseToken } from '../../../src/service/tokens/issue.ts'
import { createKeys } from '../../../src/service/tokens/keys.ts'
import {
  createTrust,
  createVerifier,
  type Distrusted,
  isCurrent,
  type Trust,
  type VerifierOptions,
} from '../../../src/service/tokens/trust.ts'
import { liveBases } from '../../../src/service/wire/vocabulary.ts'
import { rule } from '../../support/rule.ts'
import { countingGuid, forgedTokens, oddPayloads, signerOf, twinPayloads } from './forgeries.ts'

const now = Date.parse('2026-06-01T10:00:00Z')
const live = platformIssuer(liveBases.test.platform)

/** The answer as a caller; undefined for a token that is not trusted. */
const trusted = (found: Caller | Distrusted | undefined): Caller | undefined => (found && !('distrust' in found) ? found : undefined)
const claimsOf = (orgNo: string): Claims =>
  enterpriseToken({ orgNo, scopes: ['altinn:broker.read'], now, ttl: 1800, issuer: live, guid: countingGuid() })

/** A verifier that records the tokens that it verifies, and a function that makes headers with tokens of the same keys. */
function setup(options: VerifierOptions = {}) {
  const keys = createKeys()
  const verified: string[] = []
  const trust = createTrust(keys)
  const judge: Trust['judge'] = (token) => {
    verified.push(token)
    return trust.judge(token)
  }
  const mint = async (orgNo: string, more: Claims = {}) => `Bearer ${await keys.sign({ ...claimsOf(orgNo), ...more })}`
  return { keys, verified, mint, ...createVerifier({ judge }, { generation: 0 }, options) }
}

test('a valid token has a caller, and the second call finds the caller in memory', async () => {
  const { mint, callerOf, verified } = setup()
  const header = await mint('312345676')

  const first = await callerOf(header)
  const second = await callerOf(header)

  expect(first).toMatchObject({ orgNo: '312345676', scopes: ['altinn:broker.read'], exp: now + 1_800_000, nbf: now - 5_000 })
  expect(second).toBe(first)
  expect(verified).toHaveLength(1)
})

test.each(['bearer', 'BEARER', 'bEaReR'])('the word %s is read like Bearer', async (word) => {
  const { mint, callerOf } = setup()
  const header = await mint('312345676')

  expect(await callerOf(header.replace('Bearer', word))).toMatchObject({ orgNo: '312345676' })
})

test('spaces around the token are ignored', async () => {
  const { mint, callerOf } = setup()
  const header = await mint('312345676')

  expect(await callerOf(`${header.replace(' ', '   ')}  `)).toMatchObject({ orgNo: '312345676' })
})

test.each([
  [undefined],
  [''],
  ['Bearer'],
  ['Bearer '],
  ['Bearer a'],
  ['Bearer a.b'],
  ['Bearer a..c'],
  ['Bearer a.b.c.d'],
  ['Bearer a.b.c, Bearer a.b.c'],
  ['Bearer "a.b.c"'],
  ['Basic YTpi'],
  ['Bearera.b.c'],
  ['\u0000'],
])('a header without a token is not verified: %j', async (header) => {
  const { callerOf, verified } = setup()

  expect(await callerOf(header)).toBeUndefined()
  expect(verified).toEqual([])
})

test('a forged token has no caller, also when it is sent again', async () => {
  const { keys, callerOf } = setup()
  const forged = Object.entries(await forgedTokens(keys)).flatMap((entry) => [entry, entry])

  const answers: [string, Caller | undefined][] = []
  for (const [name, token] of forged) answers.push([name, trusted(await callerOf(`Bearer ${token}`))])

  expect(answers.filter(([, caller]) => caller !== undefined)).toEqual([])
})

test.each(Object.entries(oddPayloads))('a signed token whose payload is not an object has no caller: %s', async (_name, payload) => {
  const { keys, signed } = await signerOf()

  expect(trusted(await createVerifier(createTrust(keys), keys).callerOf(`Bearer ${await signed(payload)}`))).toBeUndefined()
})

test.each(Object.entries(twinPayloads))('a signed token that has two meanings has no caller: %s', async (_name, payload) => {
  const { keys, signed } = await signerOf()

  expect(await createVerifier(createTrust(keys), keys).callerOf(`Bearer ${await signed(payload)}`)).toEqual({ distrust: 'unreadable' })
})

test('what a token says about its own keys is ignored', async () => {
  const keys = createKeys()
  const claims = claimsOf('312345676')
  const header = { jku: 'http://127.0.0.1:9/jwks', x5u: 'http://127.0.0.1:9/x5u', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }
  const { callerOf } = createVerifier(createTrust(keys), keys)

  expect(await callerOf(`Bearer ${await keys.sign(claims, { header })}`)).toMatchObject({ orgNo: '312345676' })
})

rule('authentication §7', 'a token that is not trusted says why', async () => {
  const keys = createKeys()
  const { callerOf } = createVerifier(createTrust(keys), keys)
  const forged = await forgedTokens(keys)
  const why = async (token = '') => callerOf(`Bearer ${token}`)
  const issuer = generatorIssuer('http://standin.test')

  expect(await why(forged['another key with our kid'])).toEqual({ distrust: 'bad-signature' })
  expect(await why(forged['another signature'])).toEqual({ distrust: 'bad-signature' })
  expect(await why(forged['no kid'])).toEqual({ distrust: 'unknown-key' })
  expect(await why(forged['another key, and an address where it lies'])).toEqual({ distrust: 'unknown-key' })
  expect(await why(forged['an unknown critical header'])).toEqual({ distrust: 'unreadable' })
  expect(await why(await keys.sign({ ...claimsOf('312345676'), iss: issuer }))).toEqual({ distrust: 'unknown-issuer', issuer })
})

rule('decisions §12', 'a token that was known is judged again when its key goes', async () => {
  const keys = createKeys()
  const { callerOf } = createVerifier(createTrust(keys), keys)
  const header = `Bearer ${await keys.sign(claimsOf('312345676'))}`

  expect(await callerOf(header)).toMatchObject({ orgNo: '312345676' })
  await keys.rotate()
  expect(await callerOf(header)).toMatchObject({ orgNo: '312345676' })
  await keys.rotate()
  expect(await callerOf(header)).toEqual({ distrust: 'unknown-key' })
})

test.each<[string, Claims]>([
  ['no exp', { exp: undefined }],
  ['exp as text', { exp: '4000000000' }],
  ['no issuer', { iss: undefined }],
  ['an issuer that is not an address', { iss: 'ttd' }],
  ['an issuer without its slash', { iss: live.slice(0, -1) }],
  ['issuers in an array', { iss: [live] }],
])('a signed token with insufficient claims has no caller: %s', async (_name, more) => {
  const { mint, callerOf } = setup()

  expect(trusted(await callerOf(await mint('312345676', more)))).toBeUndefined()
})

rule('decisions §3', "Standin's own tokens are good under every base and under the live names", async () => {
  const { mint, callerOf } = setup()
  const bases = ['http://127.0.0.1:4300', 'http://standin.test/worlds/mine/production', 'https://altinn.example/stub']
  const live = Object.values(liveBases)
  const platforms = [...bases, ...live.map(({ platform }) => platform)].map(platformIssuer)
  const others = [...bases, ...live.map(({ maskinporten }) => maskinporten)].map(maskinportenIssuer)

  for (const iss of platforms) expect(await callerOf(await mint('312345676', { iss }))).toMatchObject({ iss, kind: 'platform' })
  for (const iss of others) expect(await callerOf(await mint('312345676', { iss }))).toMatchObject({ iss, kind: 'maskinporten' })
})

test('a header of 16 KiB is verified, a longer one is not', async () => {
  const { mint, callerOf, verified } = setup()
  const header = await mint('312345676')
  const padded = (length: number) => header.replace(' ', ' '.repeat(length - header.length + 1))

  expect(await callerOf(padded(16_384))).toMatchObject({ orgNo: '312345676' })
  expect(await callerOf(padded(16_385))).toBeUndefined()
  expect(verified).toHaveLength(1)
})

test('an expired token has a caller, because each world has its own clock', async () => {
  const { mint, callerOf } = setup()

  const caller = await callerOf(await mint('312345676', { exp: 1 }))

  expect(caller).toMatchObject({ orgNo: '312345676', exp: 1000 })
  expect(isCurrent(caller as Caller, now)).toBe(false)
})

test('a token is valid from its nbf until just before its exp', () => {
  const caller: Caller = { scopes: [], nbf: 1000, exp: 2000 }

  expect([999, 1000, 1999, 2000].map((at) => isCurrent(caller, at))).toEqual([false, true, true, false])
})

test('beyond the limit, the first caller is forgotten', async () => {
  const { mint, callerOf, verified } = setup({ limit: 3 })
  const headers = await Promise.all(['312000001', '312000002', '312000003', '312000004'].map((orgNo) => mint(orgNo)))
  for (const header of headers) await callerOf(header)
  const again = await Promise.all(headers.map((header) => callerOf(header)))

  expect(again.map((caller) => trusted(caller)?.orgNo)).toEqual(['312000001', '312000002', '312000003', '312000004'])
  expect(verified.map((token) => headers.indexOf(`Bearer ${token}`))).toEqual([0, 1, 2, 3, 0])
  expect(verified).toHaveLength(5)
})

test('1,000 forged tokens do not displace a remembered caller', async () => {
  const { mint, callerOf, verified } = setup({ limit: 2 })
  const header = await mint('312345676')
  await callerOf(header)

  const [head, payload] = header.split('.')
  await Promise.all(
    Array.from({ length: 1000 }, async (_, at) =>
      callerOf(`${head}.${payload}.${Buffer.alloc(64, `forged ${at} `).toString('base64url')}`),
    ),
  )

  expect(await callerOf(header)).toMatchObject({ orgNo: '312345676' })
  expect(verified).toHaveLength(1001)
})

test('tokens with the same ending have different callers', async () => {
  const judge: Trust['judge'] = async (token) => ({
    claims: claimsOf(token.startsWith('one') ? '312000001' : '312000002'),
    kind: 'platform',
  })
  const { callerOf } = createVerifier({ judge }, { generation: 0 })
  const ending = `payload.${'s'.repeat(86)}`

  for (const _round of [1, 2]) {
    expect(await callerOf(`Bearer one.${ending}`)).toMatchObject({ orgNo: '312000001' })
    expect(await callerOf(`Bearer two.${ending}`)).toMatchObject({ orgNo: '312000002' })
  }
})

test('a remembered signature under another payload is refused', async () => {
  const { mint, callerOf } = setup()
  const header = await mint('312345676')
  const [head, , signature] = header.split('.')
  await callerOf(header)

  const other = `${head}.${Buffer.from(JSON.stringify(claimsOf('312000002'))).toString('base64url')}.${signature}`

  expect(await callerOf(other)).toEqual({ distrust: 'bad-signature' })
  expect(await callerOf(header)).toMatchObject({ orgNo: '312345676' })
})

test('a header of more than 4 KiB is not remembered', async () => {
  const { mint, callerOf, verified } = setup()
  const header = await mint('312345676', { scope: 'altinn:x '.repeat(500) })

  await callerOf(header)
  await callerOf(header)

  expect(verified).toHaveLength(2)
})

test('a verifier with the limit 0 remembers no caller', async () => {
  const { mint, callerOf, verified } = setup({ limit: 0 })
  const header = await mint('312345676')

  await callerOf(header)
  await callerOf(header)

  expect(verified).toHaveLength(2)
})
