import { expect, rule } from '../../support/rule.ts'
import { base, standin } from '../../support/standin.ts'
import { readFile } from '../../support/token-cases.ts'

const path = '/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000'

for (const dialect of ['spec', 'live'] as const) {
  rule('authentication §8', `${dialect}: subscription-key-missing, subscription-key-wrong: only platform calls need one`, async () => {
    const { send, simulator } = standin({ dialect, requireSubscriptionKey: 'open-sesame' })
    const { token } = await simulator.token({ orgNo: '312345676' })
    const ask = async (at: string, headers: Record<string, string> = {}) => {
      const reply = await send(new Request(base + at, { headers: { authorization: `Bearer ${token}`, ...headers } }))
      return [reply.status, reply.headers.get('content-type'), reply.status === 401 ? await reply.json() : undefined]
    }
    const refused = (message: string) => [401, 'application/json', { statusCode: 401, message }]
    const missing = refused(
      'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.',
    )
    const wrong = refused('Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.')

    for (const at of [path, '/future/shipment/feed?seq=0', '/events/api/v1/subscriptions', '/authentication/api/v1/refresh']) {
      expect(await ask(at), at).toEqual(missing)
      expect(await ask(at, { 'ocp-apim-subscription-key': 'sesame' }), at).toEqual(wrong)
      expect((await ask(at, { 'ocp-apim-subscription-key': 'open-sesame' }))[0], at).not.toBe(401)
    }
    expect((await ask(`${path}?subscription-key=open-sesame`))[0]).toBe(404)
    for (const at of ['/jwk', '/.well-known/oauth-authorization-server', '/api/GetPlatformToken?env=tt02&app=ab'])
      expect((await ask(at))[0], at).toBe(200)
  })
}

rule('authentication §8', 'by default a subscription key is accepted and ignored', async ({ client, simulator }) => {
  const { token } = await simulator.token({ orgNo: '312345676' })

  expect(await readFile(client, `Bearer ${token}`)).toBe(404)
})

rule('authentication §7', 'live says at the broker why a token is not good, and the specification does not', async () => {
  const challenge = async (dialect: 'spec' | 'live', token: string) => {
    const { send } = standin({ dialect })
    return (await send(new Request(base + path, { headers: { authorization: `Bearer ${token}` } }))).headers.get('www-authenticate')
  }
  const { simulator } = standin()
  const [head, payload] = (await simulator.token({ orgNo: '312345676' })).token.split('.')
  const forged = `${head}.${payload}.${'A'.repeat(342)}`
  const unknown = `${Buffer.from('{"alg":"RS256","kid":"x"}').toString('base64url')}.${payload}.AAAA`
  const because = (reason: string) => [reason, reason].map((each) => `Bearer error="invalid_token", error_description="${each}"`).join(', ')

  expect(await challenge('live', forged)).toBe(because('The signature is invalid'))
  expect(await challenge('live', unknown)).toBe(because('The signature key was not found'))
  expect([await challenge('spec', forged), await challenge('spec', unknown)]).toEqual(['Bearer', 'Bearer'])
})
