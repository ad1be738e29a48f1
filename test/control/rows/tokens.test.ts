/** Tokens over HTTP. */
import { refusal } from '../../support/control.ts'
import { expect, rule, test } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'

rule('decisions §12', 'a token gives access to what its scope covers', async ({ ask, send }) => {
  const { body } = await ask('control.makeToken', {
    body: { orgNo: '347147753', scope: 'altinn:broker.read', clientId: 'client-a', ttl: 60 },
  })
  const search = (token: string) =>
    send(new Request(`${base}/broker/api/v1/filetransfer?resourceId=standin-plain`, { headers: { authorization: `Bearer ${token}` } }))

  expect(body.expiresAt).toBe('2026-06-01T10:01:00Z')
  expect(body.claims).toMatchObject({ scope: 'altinn:broker.read', client_id: 'client-a', 'urn:altinn:orgNumber': '347147753' })
  expect((await search(body.token)).status).toBe(200)
  await ask('control.advanceClock', { body: { by: 'PT2M' } })
  expect((await search(body.token)).status).toBe(401)
})

test('a token without options is one of the test ministry', async ({ ask }) => {
  expect((await ask('control.makeToken')).body.claims).toMatchObject({ 'urn:altinn:org': 'ttd', 'urn:altinn:orgNumber': '991825827' })
})

rule('decisions §12', 'a token of a system user acts for its organization', async ({ ask }) => {
  const { body } = await ask('control.makeToken', { body: { orgNo: '347147753', systemUserOrg: '370916446' } })

  expect(body.claims.authorization_details).toMatchObject({ systemuser_org: { ID: '0192:370916446' } })
})

test.for([
  [{ orgNo: '0192:347147753' }, 'body.orgNo: "0192:347147753": An organization number has nine digits.'],
  [{ orgNo: 347147753 }, 'body.orgNo: 347147753 is not a string.'],
  [
    { orgno: '347147753' },
    'body: unknown member "orgno". Did you mean orgNo? Valid: orgNo, org, scope, clientId, systemUserOrg, issuer, ttl.',
  ],
  [{ ttl: 0 }, 'body.ttl: 0'],
  [{ ttl: 'P1M' }, 'body.ttl: "P1M"'],
  [{ ttl: '0.5s' }, 'body.ttl: "0.5s"'],
  [{ ttl: 1e12 }, 'body.ttl: 1000000000000'],
  [{ scope: 'a\nb' }, 'Scopes are separated by spaces.'],
  [{ clientId: '' }, 'body.clientId: ""'],
] as const)('a token of %j is refused', async ([body, detail], { ask }) => {
  expect(await ask('control.makeToken', { body })).toMatchObject(refusal(400, detail))
})
