/** `--signing-key`: a file whose key keeps tokens good over a restart. */
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signingKeyOf } from '../../../src/apps/cli/serving/token-keys.ts'
import { createKeys } from '../../../src/service/tokens/keys.ts'
import { folderWith } from '../../support/folder.ts'

const pem = { type: 'pkcs8', format: 'pem' } as const
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

test('a file that does not exist is made, for its owner only, and gives the same key again', async () => {
  const file = join(folderWith(), 'key.pem')
  const said: string[] = []
  const first = createKeys({ signingKey: signingKeyOf(file, (text) => said.push(text)) })
  const again = createKeys({ signingKey: signingKeyOf(file, (text) => said.push(text)) })

  expect(await again.verify(await first.sign({ exp: 1 }))).toEqual({ exp: 1 })
  expect(said).toEqual([`Created a new signing key in ${file}.`])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a key is read in each usual form', () => {
  const forms = {
    'pkcs8.pem': String(rsa.export(pem)),
    'pkcs1.pem': String(rsa.export({ type: 'pkcs1', format: 'pem' })),
    'key.json': JSON.stringify(rsa.export({ format: 'jwk' })),
  }
  const folder = folderWith(forms)

  for (const name of Object.keys(forms)) expect(signingKeyOf(join(folder, name), () => {})).toBe(String(rsa.export(pem)))
})

test('a file without an RSA key is refused, and stays as it is', () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const files = { 'text.pem': 'secret', 'ec.pem': String(elliptic.export(pem)), 'small.pem': String(small.export(pem)), 'empty.json': '{' }
  const folder = folderWith(files)

  for (const [name, text] of Object.entries(files)) {
    expect(() => signingKeyOf(join(folder, name), () => {}), name).toThrow(`--signing-key: ${join(folder, name)}`)
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  }
  expect(() => signingKeyOf(join(folder, 'none', 'key.pem'), () => {})).toThrow('--signing-key')
  expect(() => signingKeyOf(join(folder, 'text.pem'), () => {})).toThrow(
    `--signing-key: ${join(folder, 'text.pem')} contains no private key. Use a private RSA key of at least 2048 bits`,
  )
})
