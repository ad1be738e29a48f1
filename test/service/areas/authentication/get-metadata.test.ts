/** Maskinporten’s metadata, at both places where clients look for it. */
import { hosted, hostNames } from '../../../support/hosts.ts'
import { expect, rule } from '../../../support/rule.ts'
import { base, standin } from '../../../support/standin.ts'

const known = '/.well-known/oauth-authorization-server'
const read = async (send: (request: Request) => Promise<Response>, url: string) => {
  const reply = await send(new Request(url))
  return [reply.status, reply.status === 200 ? await reply.json() : undefined]
}
const metadata = (address: string) => ({
  issuer: `${address}/`,
  token_endpoint: `${address}/token`,
  jwks_uri: `${address}/jwk`,
  grant_types_supported: ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ['RS256', 'RS384', 'RS512'],
})

for (const host of hostNames) {
  rule('authentication §1.5', `authentication.getMetadata: ${host}: the issuer begins with the base by which the call came`, async () => {
    const { origin, send } = await hosted(host)

    for (const prefix of ['', '/production', '/worlds/mine', '/worlds/mine/production'])
      expect(await read(send, `${origin}${prefix}${known}`)).toEqual([200, metadata(origin + prefix)])
  })
}

rule('decisions §2', 'under a world the path may also stand before the world, as RFC 8414 writes it', async ({ send }) => {
  for (const world of ['/worlds/mine', '/worlds/mine/production', '/production', '/worlds/mine/'])
    expect(await read(send, `${base}${known}${world}`)).toEqual([200, metadata(base + world.replace(/\/$/, ''))])
  for (const other of ['/worlds', '/mine', '/worlds/mine/other']) expect((await read(send, `${base}${known}${other}`))[0], other).toBe(404)
  expect((await read(send, `${base}${known}/worlds/MINE`))[0]).toBe(400)
})

rule('decisions §2', 'a public address takes the place of the origin', async () => {
  const { send } = standin({ publicUrl: 'https://standin.example/apps' })

  expect(await read(send, `${base}/worlds/mine${known}`)).toEqual([200, metadata('https://standin.example/apps/worlds/mine')])
})
