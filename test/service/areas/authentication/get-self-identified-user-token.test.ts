import { decodeJwt } from 'jose'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

const absent = 'Parameter must be supplied'

rule('authentication §4', 'authentication.getSelfIdentifiedUserToken: a user with a name has the claims of the parameters', async () => {
  const { client } = standin()
  const { status, text, headers } = await client.call('authentication.getSelfIdentifiedUserToken', {
    query: { env: 'tt02', userId: '20000001', username: 'oda' },
  })

  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(decodeJwt(text)).toMatchObject({
    'urn:altinn:userid': 20000001,
    'urn:altinn:username': 'oda',
    scope: 'altinn:portal/enduser',
    orignaliss: 'altinn2',
  })
  const refused = await client.call('authentication.getSelfIdentifiedUserToken', { query: {} })
  expect([refused.status, JSON.parse(refused.text)]).toEqual([400, { env: absent }])
})
