import { once } from 'node:events'
import { expect, test } from 'vitest'
import { trustedIssuersOf } from '../../../src/apps/cli/serving/token-keys.ts'
import { nodePlatform } from '../../../src/platform/node.ts'
import { misuse, run, startProcess } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { foreignIssuer } from '../../support/foreign-issuer.ts'
import { hosted } from '../../support/hosts.ts'
import { rule } from '../../support/rule.ts'

test('issuers are discovery addresses, and names with the file of their keys', () => {
  const folder = folderWith({ 'keys.json': '{"keys":[{"kty":"RSA","n":"x","e":"AQAB"}]}' })

  expect(trustedIssuersOf('https://a.example/metadata  https://b.example/?t=1=keys.json', folder)).toEqual([
    { discovery: 'https://a.example/metadata' },
    { issuer: 'https://b.example/?t=1', keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] },
  ])
})

test('any other value is misuse, and so is a file without keys', async () => {
  const folder = folderWith({ 'empty.json': '{"keys":[]}', 'text.json': 'x' })

  for (const text of [
    'login',
    'ftp://a.example/',
    'https://a.example/=empty.json',
    'https://a.example/=text.json',
    'https://a.example/=none.json',
  ])
    expect(() => trustedIssuersOf(text, folder), text).toThrow('--trust-issuer')
  expect(await run(['start', '--trust-issuer', 'login'])).toMatchObject(misuse('--trust-issuer'))
})

/** The status of an overview, and what the broker says of the token: 404 for a caller that is let in. */
async function overview(url: string, token: string) {
  const path = '/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000'
  const { status, headers } = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  return [status, /error_description="([^"]*)"/.exec(headers.get('www-authenticate') ?? '')?.[1]]
}

const notFound = [401, 'The signature key was not found']

rule('decisions §3', 'a server with --trust-issuer accepts tokens of that issuer by its discovery document, and of no other', async () => {
  const [trusted, other] = [await foreignIssuer(), await foreignIssuer()]
  const { line } = startProcess(['--json', '--dialect', 'live', '--trust-issuer', trusted.discovery])
  const { url } = JSON.parse(await line())
  expect(trusted.fetched).toEqual({ discovery: 0, keys: 0 })

  expect(await overview(url, await trusted.token())).toEqual([404, undefined])
  expect(await overview(url, await other.token())).toEqual(notFound)
  expect(await overview(url, await trusted.token({ iss: other.issuer }))).toEqual(notFound)
  expect(await overview(url, await trusted.token({ exp: 1_000_000_000 }))).toEqual([401, "The token expired at '09/09/2001 01:46:40'"])
  expect(await overview(url, await other.token({ iss: trusted.issuer, kid: 'first' }))).toEqual([401, 'The signature is invalid'])
  // Within the minute, unknown keys cost their issuer nothing.
  await trusted.rotate()
  for (let call = 0; call < 3; call++) expect(await overview(url, await trusted.token())).toEqual(notFound)
  expect(trusted.fetched).toEqual({ discovery: 1, keys: 1 })
  expect(other.fetched).toEqual({ discovery: 0, keys: 0 })
})

rule('decisions §3', 'a server trusts several issuers, also one by the file of its keys, which is never called', async () => {
  const [byFile, byAddress] = [await foreignIssuer(), await foreignIssuer()]
  const folder = folderWith({ 'keys.json': JSON.stringify(await byFile.keySet()) })
  const trusted = `${byFile.issuer}=keys.json ${byAddress.discovery}`
  const { line } = startProcess(['--json', '--dialect', 'live', '--trust-issuer', trusted], folder)
  const { url } = JSON.parse(await line())

  expect(await overview(url, await byFile.token())).toEqual([404, undefined])
  expect(await overview(url, await byAddress.token())).toEqual([404, undefined])
  expect(await overview(url, await byFile.token({ iss: byAddress.issuer }))).toEqual([401, 'The signature is invalid'])
  expect(byFile.fetched).toEqual({ discovery: 0, keys: 0 })
})

rule(
  'decisions §3',
  'a server with --trust-any-token accepts the token of any issuer, says so, and refuses one without a signature',
  async () => {
    const any = await foreignIssuer()
    const { child, line } = startProcess(['--json', '--dialect', 'live', '--trust-any-token'])
    const [warning] = (await once(child.stderr, 'data')) as [Buffer]
    const { url } = JSON.parse(await line())
    const [, payload] = (await any.token()).split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.x`

    expect(String(warning)).toContain('WARNING: every well-formed token is trusted, regardless of its signature (--trust-any-token).')
    expect(await overview(url, await any.token())).toEqual([404, undefined])
    expect(await overview(url, none)).toEqual(notFound)
    expect(await overview(url, await any.token({ exp: 1_000_000_000 }))).toEqual([401, "The token expired at '09/09/2001 01:46:40'"])
  },
)

rule('decisions §3', 'the keys of an issuer are fetched again for an unknown key, once a minute at most', async () => {
  const trusted = await foreignIssuer()
  let tick = 0
  const platform = { ...nodePlatform(), tick: () => tick }
  const { origin } = await hosted('express', { dialect: 'live', trustIssuers: [{ discovery: trusted.discovery }], platform })
  const before = await trusted.token()
  expect(await overview(origin, before)).toEqual([404, undefined])
  await trusted.rotate()
  const after = await trusted.token()

  tick = 59_999
  expect(await overview(origin, after)).toEqual(notFound)
  tick = 60_000
  expect(await Promise.all([overview(origin, after), overview(origin, after)])).toEqual([
    [404, undefined],
    [404, undefined],
  ])
  expect(await overview(origin, await trusted.token({ kid: 'nobody' }))).toEqual(notFound)
  expect(await overview(origin, before)).toEqual([404, undefined])
  expect(trusted.fetched).toEqual({ discovery: 1, keys: 2 })
})
