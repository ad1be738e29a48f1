import { newcomer, register } from '../../../../support/resources.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { switchOn } from '../../../../support/rules.ts'
import { standin } from '../../../../support/standin.ts'

const statusOf = async (client: ReturnType<typeof standin>['client']) =>
  (await client.call('resources.getServiceOwner', { as: newcomer })).body.storageProviders.map((each) => each.deploymentStatus)

for (const [pace, wait] of [
  ['instant', 0],
  ['fast', 1_000],
  ['real', 60_000],
] as const) {
  rule('file-transfer §9', `resources.deployStorage: at the pace ${pace} storage takes ${wait} ms to come up`, async () => {
    const { client, simulator } = standin({ pace })
    await register(client)

    const asked = await statusOf(client)
    if (wait > 0) await simulator.advance({ by: wait - 1 })
    const before = await statusOf(client)
    await simulator.advance({ by: 1 })

    const [first] = wait > 0 ? ['DeployingResources'] : ['Ready']
    expect([...asked, ...before]).toEqual([first, first, first, first])
    expect(await statusOf(client)).toEqual(['Ready', 'Ready'])
    expect(simulator.world.journal.jobs.list().at(-1)).toMatchObject({
      operation: 'resources.deployStorage',
      why: `storage Ready, id ${newcomer.orgNo}`,
    })
  })
}

rule('decisions §13', 'storage is deployed when the database is back', async ({ client, simulator }) => {
  await switchOn({ simulator }, [{ on: 'resources.deployStorage', outage: 'database' }], { ttl: 60_000 })
  await register(client)

  await simulator.advance({ by: 59_999 })
  await simulator.scenarios.off()
  const during = await statusOf(client)
  await simulator.advance({ until: 'settled' })

  expect(during[0]).toBe('NotStarted')
  expect((await statusOf(client))[0]).toBe('Ready')
})
