import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect } from 'vitest'
import { rule } from '../../support/rule.ts'
import { base, standin, start } from '../../support/standin.ts'
import { readFile } from '../../support/token-cases.ts'

const rows = [
  'authentication.getEnterpriseToken',
  'authentication.getSystemUserToken',
  'authentication.getPersonalToken',
  'authentication.getPlatformToken',
] as const

rule(
  'authentication §4',
  'authentication.getGeneratorKeys: a token of no environment is signed by the generator, with ES256, and no area trusts it',
  async () => {
    const { client } = standin()
    const { body } = await client.call('authentication.getGeneratorKeys')
    const query = { env: 'none', scopes: 'altinn:broker.read', app: 'a', systemUserId: 'a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21' }

    for (const row of rows) {
      const { text } = await client.call(row, { query })
      const { payload } = await jwtVerify(text, createLocalJWKSet(body as JSONWebKeySet), { currentDate: new Date(start) })
      expect(payload.iss, row).toBe(`${base}/api/.well-known/oauth-authorization-server`)
      expect(decodeProtectedHeader(text).alg, row).toBe('ES256')
      expect(await readFile(client, `Bearer ${text}`), row).toBe(401)
      expect(decodeProtectedHeader((await client.call(row, { query: { ...query, env: 'at22' } })).text).alg, row).toBe('RS256')
    }
  },
)
