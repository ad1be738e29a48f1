import { expect, test } from 'vitest'
import { trustedIssuersOf } from '../../src/cli/trusted-issuers.ts'
import { folderWith, run } from '../support/command-line.ts'

test('issuers are discovery addresses, and names with the file of their keys', () => {
  const folder = folderWith({ 'keys.json': '{"keys":[{"kty":"RSA","n":"x","e":"AQAB"}]}' })

  expect(trustedIssuersOf('https://a.example/metadata  https://b.example/?t=1=keys.json', folder)).toEqual([
    { discovery: 'https://a.example/metadata' },
    { issuer: 'https://b.example/?t=1', keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] },
  ])
})

test('what is neither is misuse, and a file without keys too', async () => {
  const folder = folderWith({ 'empty.json': '{"keys":[]}', 'text.json': 'x' })

  for (const text of [
    'login',
    'ftp://a.example/',
    'https://a.example/=empty.json',
    'https://a.example/=text.json',
    'https://a.example/=none.json',
  ])
    expect(() => trustedIssuersOf(text, folder), text).toThrow('--trust-issuer')
  expect(await run(['start', '--trust-issuer', 'login'])).toMatchObject({ code: 2, err: expect.stringContaining('--trust-issuer') })
})
