import { configurationOf, newcomer, otherOwner, owner } from '../../../support/resources.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'

const get = (client: ReturnType<typeof standin>['client'], resourceId: string, as = owner, headers = {}) =>
  client.call('resources.getResource', { as, params: { resourceId }, headers })

rule('file-transfer §9', 'a configuration has its members in order, with nulls, and durations in the form of .NET', async ({ client }) => {
  const { status, text } = await get(client, 'standin-plain')

  expect(status).toBe(200)
  expect(text).toBe(
    '{"maxFileTransferSize":null,"fileTransferTimeToLive":"30.00:00:00","purgeFileTransferAfterAllRecipientsConfirmed":true,' +
      '"purgeFileTransferGracePeriod":"02:00:00","useManifestFileShim":false,"externalServiceCodeLegacy":null,' +
      '"externalServiceEditionCodeLegacy":null,"requiredParty":null}',
  )
})

rule('decisions §3', 'the resources of the fixtures have the configuration of their names', async ({ client }) => {
  expect(await configurationOf(client, 'standin-small')).toMatchObject({ maxFileTransferSize: 1_048_576 })
  expect(await configurationOf(client, 'standin-short')).toMatchObject({
    fileTransferTimeToLive: '00:10:00',
    purgeFileTransferGracePeriod: '00:01:00',
  })
  expect(await configurationOf(client, 'standin-required-party')).toMatchObject({ requiredParty: '0192:991825827' })
  expect(await configurationOf(client, 'standin-access-list', otherOwner)).toMatchObject({ requiredParty: null })
  expect(await configurationOf(client, 'standin-unscanned', otherOwner)).toMatchObject({ maxFileTransferSize: null })
})

rule('file-transfer §9', 'a resource that is not configured is BRO-00025, and one of another owner BRO-00006', async ({ client }) => {
  const refusals = [await get(client, 'of-my-own'), await get(client, 'standin-unconfigured'), await get(client, 'standin-plain', newcomer)]

  expect(refusals.map(({ status, problem }) => [status, problem.code])).toEqual([
    [400, 'BRO-00025'],
    [400, 'BRO-00025'],
    [403, 'BRO-00006'],
  ])
})

rule('file-transfer §0.1, file-transfer §0.2', 'Accept and content type are judged before the token', async ({ client }) => {
  const call = { as: null, params: { resourceId: 'standin-plain' } }

  const accept = await client.call('resources.getResource', { ...call, headers: { accept: 'text/html' } })
  const type = await client.call('resources.getResource', { ...call, headers: { 'content-type': 'text/plain' } })
  const unknown = await client.call('resources.getResource', call)

  expect([accept.status, type.status, unknown.status]).toEqual([406, 415, 401])
})

rule('decisions §1 #1 #9', 'in the live dialect the refusals of identity and framework are those of the broker', async () => {
  const { client } = standin({ dialect: 'live' })
  const call = { params: { resourceId: 'standin-plain' } }

  const unknown = await client.call('resources.getResource', { as: null, ...call })
  const unscoped = await client.call('resources.getResource', { as: { ...owner, scope: 'altinn:broker.read' }, ...call })
  const accept = await client.call('resources.getResource', { as: owner, ...call, headers: { accept: 'text/html' } })

  expect([unknown.status, unknown.text, unknown.headers.get('www-authenticate')]).toEqual([401, '', 'Bearer, Bearer'])
  expect([unscoped.status, unscoped.text]).toEqual([403, ''])
  expect(accept.text).toContain('Supported Accept headers are: application/json, */*.')
})
