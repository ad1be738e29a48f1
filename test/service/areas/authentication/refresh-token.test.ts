import { decodeJwt } from 'jose'
import { expect, rule } from '../../../support/rule.ts'
import { standin, start } from '../../../support/standin.ts'

rule('authentication §2.2', 'a token of the platform gets a new lifetime and keeps its claims', async ({ client, simulator }) => {
  const { token, claims } = await simulator.token({ orgNo: '312345676' })
  await simulator.advance({ by: 600_000 })
  const call = (accept?: string) =>
    client.call('authentication.refreshToken', { as: null, headers: { authorization: `Bearer ${token}`, ...(accept && { accept }) } })
  const now = Date.parse(start) / 1000 + 600

  expect(decodeJwt((await call()).text)).toEqual({ ...claims, iat: now, nbf: now - 5, exp: now + 1800 })
  expect((await call('application/json')).headers.get('content-type')).toBe('application/json; charset=utf-8')
})

for (const dialect of ['spec', 'live'] as const) {
  rule('authentication §2.2', `${dialect}: without a valid token of the platform it is 401`, async () => {
    const { client, simulator } = standin({ dialect })
    const status = async (token: string) =>
      (await client.call('authentication.refreshToken', { as: null, headers: { authorization: `Bearer ${token}` } })).status
    const { token } = await simulator.token({ orgNo: '312345676', ttl: 60 })

    expect((await client.call('authentication.refreshToken', { as: null })).status).toBe(401)
    expect(await status((await simulator.token({ orgNo: '312345676', issuer: 'maskinporten' })).token)).toBe(401)
    expect(await status(`${token}x`)).toBe(401)
    expect(await status(token)).toBe(200)
    await simulator.advance({ by: 60_000 })
    expect(await status(token)).toBe(401)
  })
}
