/** Clients of Maskinporten and the platform, written with the usual libraries and unmodified, get to both areas. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createRemoteJWKSet, importJWK, jwtVerify, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { scopes } from '../src/service/wire/vocabulary.ts'
import { clientId, clientKey, grantType, orgNo, registeredKey } from './support/grants.ts'
import { hosted } from './support/hosts.ts'
import { expect, rule } from './support/rule.ts'

const scope = `${scopes.brokerRead} ${scopes.createNotifications}`
const nobody = '00000000-0000-4000-8000-000000000000'

/** A server with the client registered, on the clock of the machine. */
async function served(prefix: string) {
  const here = await hosted('express', { clock: 'real', now: undefined })
  const world = prefix === '' ? here.simulator : here.simulator.knobs('mine')
  world.clients.put({ id: clientId, orgNo, scopes: scope.split(' '), jwks: { keys: [await registeredKey()] } })
  return here.origin + prefix
}

const grantFor = async (issuer: string, wanted = scope) => {
  const issued = Math.floor(Date.now() / 1000)
  return new SignJWT({ scope: wanted, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'RS256', kid: 'my-key' })
    .setIssuer(clientId)
    .setAudience(issuer)
    .setIssuedAt(issued)
    .setExpirationTime(issued + 120)
    .sign((await clientKey()).privateKey)
}

const exchanged = async (address: string, token: string) =>
  (await fetch(`${address}/authentication/api/v1/exchange/maskinporten`, { headers: { authorization: `Bearer ${token}` } })).text()

/** The statuses of an overview and of a shipment: 404 for a caller that is let in. */
async function bothAreas(address: string, token: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` }
  const paths = [`/broker/api/v1/filetransfer/${nobody}`, `/future/shipment/${nobody}`]
  return Promise.all(paths.map(async (path) => (await fetch(address + path, { headers })).status))
}

for (const prefix of ['', '/worlds/mine']) {
  rule('authentication §0, authentication §1.5', `openid-client gets to both areas at ${prefix || 'the root'}`, async () => {
    const address = await served(prefix)
    const config = await openid.discovery(new URL(`${address}/`), clientId, undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })
    const { issuer } = config.serverMetadata()
    const { access_token: token } = await openid.genericGrantRequest(config, grantType, { assertion: await grantFor(issuer) })

    expect(await bothAreas(address, token)).toEqual([404, 401])
    expect(await bothAreas(address, await exchanged(address, token))).toEqual([404, 404])
    const refused = openid.genericGrantRequest(config, grantType, { assertion: await grantFor(issuer, 'altinn:serviceowner') })
    await expect(refused).rejects.toMatchObject({ error: 'invalid_scope', error_description: expect.stringContaining('MP-200') })
  })

  rule('authentication §0, authentication §1.5', `oauth4webapi gets to both areas at ${prefix || 'the root'}`, async () => {
    const address = await served(prefix)
    const issuer = new URL(`${address}/`)
    const insecure = { [oauth.allowInsecureRequests]: true }
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }))
    const client = { client_id: clientId }
    const request = async (wanted?: string) =>
      oauth.genericTokenEndpointRequest(
        server,
        client,
        oauth.None(),
        grantType,
        { assertion: await grantFor(server.issuer, wanted) },
        insecure,
      )
    const { access_token: token } = await oauth.processGenericTokenEndpointResponse(server, client, await request())

    expect(await bothAreas(address, await exchanged(address, token))).toEqual([404, 404])
    await expect(oauth.processGenericTokenEndpointResponse(server, client, await request('altinn:other'))).rejects.toThrow()
  })

  rule(
    'authentication §0, authentication §3',
    `a client with jose alone gets to both areas at ${prefix || 'the root'}, and verifies its tokens`,
    async () => {
      const address = await served(prefix)
      const post = async (assertion: string) =>
        fetch(`${address}/token`, { method: 'POST', body: new URLSearchParams({ grant_type: grantType, assertion }) })
      const { access_token: token } = (await (await post(await grantFor(`${address}/`))).json()) as { access_token: string }
      const platform = await exchanged(address, token)
      const document = (await (await fetch(`${address}/authentication/api/v1/openid/.well-known/openid-configuration`)).json()) as Record<
        string,
        string
      >

      expect(await bothAreas(address, platform)).toEqual([404, 404])
      await jwtVerify(token, createRemoteJWKSet(new URL(`${address}/jwk`)), { issuer: `${address}/` })
      const { payload } = await jwtVerify(platform, createRemoteJWKSet(new URL(document.jwks_uri ?? '')), { issuer: document.issuer ?? '' })
      expect(payload['urn:altinn:orgNumber']).toBe(orgNo)
      const [head, body, signature] = (await grantFor(`${address}/`)).split('.')
      expect((await post(`${head}.${body}.${signature?.split('').reverse().join('')}`)).status).toBe(400)
      await importJWK(await registeredKey(), 'RS256')
    },
  )
}

rule('authentication §4', 'jose verifies a token of the generator, whose header has x5c as a text', async () => {
  const address = await served('')
  const token = await (await fetch(`${address}/api/GetEnterpriseToken?env=tt02&scopes=a&orgNo=312345676`)).text()
  const issuer = `${address}/authentication/api/v1/openid/`
  const keys = createRemoteJWKSet(new URL(`${issuer}.well-known/openid-configuration/jwks`))
  const { payload, protectedHeader } = await jwtVerify(token, keys, { issuer })

  expect(payload['urn:altinn:orgNumber']).toBe('312345676')
  expect(protectedHeader.x5c).toBe(protectedHeader.kid)
})

/** A client in Python's standard library alone. It cannot sign, and an unregistered client does not have to. */
const python = `
import base64, json, sys, time, urllib.parse, urllib.request, urllib.error, uuid
address = sys.argv[1]
part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode()
def call(url, data=None, headers={}):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
def token(aud):
    now = int(time.time())
    claims = {"aud": aud, "iss": "python", "scope": "${scope}", "iat": now, "exp": now + 100, "jti": str(uuid.uuid4())}
    grant = ".".join([part({"alg": "RS256", "kid": "k"}), part(claims), part("signature")])
    form = urllib.parse.urlencode({"grant_type": "${grantType}", "assertion": grant})
    return call(address + "/token", form.encode())
status, body = token(address + "/")
raw = json.loads(body)["access_token"]
_, platform = call(address + "/authentication/api/v1/exchange/maskinporten", headers={"Authorization": "Bearer " + raw})
bearer = {"Authorization": "Bearer " + platform}
print(json.dumps([status, call(address + "/broker/api/v1/filetransfer/${nobody}", headers=bearer)[0],
    call(address + "/future/shipment/${nobody}", headers=bearer)[0], token("https://example.org/")[0]]))
`

rule('authentication §0', 'a client in Python gets to both areas, and is refused for another audience', async () => {
  const address = await served('')
  const { stdout } = await promisify(execFile)('python3', ['-c', python, address])

  expect(JSON.parse(stdout)).toEqual([200, 404, 404, 400])
})
