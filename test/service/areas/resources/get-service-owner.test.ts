import { newcomer, owner, register } from '../../../support/resources.ts'
import { expect, rule } from '../../../support/rule.ts'
import type { standin } from '../../../support/standin.ts'

const get = (client: ReturnType<typeof standin>['client'], as: typeof owner | null = owner, headers: Record<string, string> = {}) =>
  client.call('resources.getServiceOwner', { as, headers })

rule('file-transfer §9', 'a service owner sees its name and its storage', async ({ clientOf }) => {
  const [test, production] = [await get(clientOf()), await get(clientOf('/production'))]

  expect(test.text).toBe(
    '{"name":"Testdepartementet","storageProviders":[' +
      '{"type":"AltinnAzure","deploymentStatus":"Ready","deploymentEnvironment":"Staging"},' +
      '{"type":"AltinnAzureWithoutVirusScan","deploymentStatus":"Ready","deploymentEnvironment":"Staging"}]}',
  )
  expect(production.body.storageProviders[0]?.deploymentEnvironment).toBe('Production')
})

rule('file-transfer §9', 'an organization that is not registered is refused, and a registered one sees its name', async ({ client }) => {
  const before = await get(client, newcomer)
  await register(client)
  const after = await get(client, newcomer)

  expect(before.problem).toMatchObject({ status: 404, code: 'BRO-07004', detail: 'Service owner not found' })
  expect(after.body.name).toBe('A newcomer')
})
