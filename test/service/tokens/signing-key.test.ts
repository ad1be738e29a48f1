import { CompactSign, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { nodePlatform, nodeSignature } from '../../../src/platform/node.ts'
import { type SigningAlgorithm, type VerifySignature, webSignature } from '../../../src/service/tokens/issue.ts'
import { createKeys } from '../../../src/service/tokens/keys.ts'
import { base, standin } from '../../support/standin.ts'
import { forgedTokens } from './forgeries.ts'

const ways: [string, VerifySignature][] = [
  ['Web Cryptography', webSignature],
  ['Node', nodeSignature],
]

const input = new TextEncoder().encode('header.payload')

async function signedWith(alg: SigningAlgorithm) {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const token = await new CompactSign(new TextEncoder().encode('{}')).setProtectedHeader({ alg }).sign(privateKey)
  const [header = '', payload = '', signature = ''] = token.split('.')
  return {
    alg,
    key: publicKey,
    input: new TextEncoder().encode(`${header}.${payload}`),
    signature: Uint8Array.from(Buffer.from(signature, 'base64url')),
  }
}

/** The two numbers of a signature in the frame that other protocols use. */
function framed(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const number = (bytes: Uint8Array) => {
    const bare = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
    const positive = (bare[0] ?? 0) < 0x80 ? [...bare] : [0, ...bare]
    return [0x02, positive.length, ...positive]
  }
  const numbers = [...number(signature.subarray(0, 32)), ...number(signature.subarray(32))]
  return Uint8Array.of(0x30, numbers.length, ...numbers)
}

test.each(ways)('%s accepts a signature of the key, and nothing else', async (_name, verify) => {
  for (const alg of ['RS256', 'ES256'] as const) {
    const good = await signedWith(alg)
    const { signature } = good
    const bad: Record<string, Partial<typeof good>> = {
      'another text': { input },
      'another key': { key: (await signedWith(alg)).key },
      'no signature': { signature: new Uint8Array() },
      zeros: { signature: new Uint8Array(signature.length) },
      'one byte fewer': { signature: signature.slice(0, -1) },
      'one byte more': { signature: Uint8Array.of(...signature, 0) },
      'a zero in front': { signature: Uint8Array.of(0, ...signature) },
      'one bit changed': { signature: signature.map((byte, at) => (at === 7 ? byte ^ 1 : byte)) },
    }

    expect(await verify(good), alg).toBe(true)
    for (const [name, change] of Object.entries(bad)) expect(await verify({ ...good, ...change }), `${alg}, ${name}`).toBe(false)
  }
})

test.each(ways)('%s wants the numbers of an ES256 signature without a frame', async (_name, verify) => {
  const good = await signedWith('ES256')

  expect(await verify({ ...good, signature: framed(good.signature) })).toBe(false)
})

test.each(ways)('forged tokens have no claims where %s checks signatures', async (_name, verifySignature) => {
  const keys = createKeys({ verifySignature })
  const token = await keys.sign({ exp: 1 })
  const forged = Object.entries(await forgedTokens(keys))

  const answers = await Promise.all(forged.map(async ([name, text]) => [name, await keys.verify(text)] as const))

  expect(answers.filter(([, claims]) => claims !== undefined)).toEqual([])
  expect(await keys.verify(token)).toEqual({ exp: 1 })
})

test('a simulator checks the signatures of its tokens as its platform does', async () => {
  const checked: string[] = []
  const verifySignature: VerifySignature = (check) => {
    checked.push(check.alg)
    return nodeSignature(check)
  }
  const { simulator, send } = standin({ platform: { ...nodePlatform(), verifySignature } })
  const { token } = await simulator.token({ orgNo: '312345676' })
  const search = async () =>
    (
      await send(
        new Request(`${base}/broker/api/v1/filetransfer?resourceId=standin-plain`, { headers: { authorization: `Bearer ${token}` } }),
      )
    ).status

  expect([await search(), await search()]).toEqual([200, 200])
  expect(checked).toEqual(['RS256'])
})
