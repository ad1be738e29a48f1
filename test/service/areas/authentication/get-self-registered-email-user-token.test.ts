import { decodeJwt } from 'jose'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

const absent = 'Parameter must be supplied'

rule('authentication §4', 'authentication.getSelfRegisteredEmailUserToken: a user with an email has the claims of its query', async () => {
  const { client } = standin()
  const { status, text, headers } = await client.call('authentication.getSelfRegisteredEmailUserToken', {
    query: { env: 'tt02', email: 'oda@example.org' },
  })

  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(decodeJwt(text)).toMatchObject({
    email: 'oda@example.org',
    'urn:altinn:username': 'epost:oda@example.org',
    'urn:altinn:authenticatemethod': 'IdportenEpost',
  })
  const refused = await client.call('authentication.getSelfRegisteredEmailUserToken', { query: {} })
  expect([refused.status, JSON.parse(refused.text)]).toEqual([400, { env: absent, email: absent }])
})
