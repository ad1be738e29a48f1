/** Keys are made when they are first needed, and not before. */
import { CompactSign, generateKeyPair } from 'jose'
import { expect, test, vi } from 'vitest'
import { base, standin } from '../../support/standin.ts'

test('no key is made before a token is signed or a key set is shown', async () => {
  const foreign = await Promise.all(
    ['RS256', 'ES256'].map(async (alg) => {
      const { privateKey } = await generateKeyPair(alg)
      return new CompactSign(new TextEncoder().encode('{"iss":"https://login.example/","exp":4000000000}'))
        .setProtectedHeader({ alg, kid: 'theirs' })
        .sign(privateKey)
    }),
  )
  const made = vi.spyOn(crypto.subtle, 'generateKey')
  const { send, simulator } = standin()
  await simulator.ready()
  const status = async (path: string, token?: string) =>
    (await send(new Request(base + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }))).status
  const search = '/broker/api/v1/filetransfer?resourceId=standin-plain'

  expect(await status(search)).toBe(401)
  for (const token of foreign) expect(await status(search, token)).toBe(401)
  expect(made).toHaveBeenCalledTimes(0)

  expect(await status('/jwk')).toBe(200)
  for (const token of foreign) expect(await status(search, token)).toBe(401)
  expect(made).toHaveBeenCalledTimes(1)
  expect(made).toHaveBeenCalledWith(expect.objectContaining({ name: 'RSASSA-PKCS1-v1_5' }), expect.anything(), expect.anything())
  made.mockRestore()
})
