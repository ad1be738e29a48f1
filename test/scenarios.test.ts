/** Every scenario keeps the promise of its file. */
import { expect, test } from 'vitest'
import { readScenario } from '../src/engine/scenario.ts'
import { readScenarioFiles } from '../src/platform/node-files.ts'
import { hosted, hostNames } from './support/hosts.ts'
import { prove } from './support/prove.ts'
import { standin } from './support/standin.ts'

const files = Object.entries(await readScenarioFiles())

test('there are scenarios, and each has a proof', () => {
  expect(files.length).toBeGreaterThanOrEqual(5)
  for (const [name, document] of files) expect(readScenario(name, document, 'built-in').proof, name).toBeDefined()
})

for (const host of hostNames.filter((name) => name !== 'msw')) {
  test.each(files)(`%s does as it says (${host})`, async (name, document) => {
    await prove(readScenario(name, document, 'built-in'), await hosted(host))
  })
}

test.each(files)('%s changes nothing while it is off', async (name, document) => {
  const here = standin()
  const { rules } = readScenario(name, document, 'built-in')

  await here.simulator.scenarios.use(name)
  await here.simulator.scenarios.off(name)
  const reply = await here.client.call('notifications.createOrder', {
    body: { idempotencyId: name, recipient: { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: 'Hello' } } } },
  })

  expect(rules.length).toBeGreaterThan(0)
  expect(reply.status).toBe(201)
})
