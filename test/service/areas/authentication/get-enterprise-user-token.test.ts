import { decodeJwt } from 'jose'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

const absent = 'Parameter must be supplied'

rule('authentication §4', 'authentication.getEnterpriseUserToken: a user of an organization has the claims of the parameters', async () => {
  const { client } = standin()
  const { status, text, headers } = await client.call('authentication.getEnterpriseUserToken', {
    query: { env: 'tt02', orgNo: '312345676', partyId: '50000001', userId: '20000001', userName: 'acme', scopes: 'altinn:broker.read' },
  })

  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(decodeJwt(text)).toMatchObject({
    'urn:altinn:userid': 20000001,
    'urn:altinn:orgNumber': '312345676',
    'urn:altinn:authenticatemethod': 'virksomhetsbruker',
  })
  const overview = await client.call('fileTransfer.search', {
    as: null,
    headers: { authorization: `Bearer ${text}` },
    query: { resourceId: 'standin-plain' },
  })
  expect(overview.status).toBe(200)
  const refused = await client.call('authentication.getEnterpriseUserToken', { query: {} })
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    400,
    { env: absent, orgNo: absent, partyId: absent, userId: absent, userName: absent },
  ])
})
