/** Every scenario keeps the promise of its file. */
import { expect, test } from 'vitest'
import { operations } from '../src/operations/index.ts'
import { readScenarioFiles } from '../src/platform/node-files.ts'
import { readScenario } from '../src/scenario/read-scenario.ts'
import { rateLimits } from '../src/wire/rate-limits.ts'
import { services } from '../src/wire/services.ts'
import { hosted } from './support/hosts.ts'
import { prove } from './support/prove.ts'
import { rule } from './support/rule.ts'
import { standin } from './support/standin.ts'

const files = Object.entries(await readScenarioFiles())

test('each scenario has a proof, and says what a client had better do', () => {
  for (const [name, document] of files) {
    expect(readScenario(name, document, 'built-in'), name).toMatchObject({ guidance: expect.any(String), proof: expect.any(Array) })
  }
})

const kebab = (text: string) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const last = (id: string) => kebab(id.slice(id.indexOf('.') + 1))

rule(
  'decisions §13',
  'every internal service has an outage, every limited row a limit to exhaust, every row a time of being unavailable',
  () => {
    const expected = [
      ...services.map((service) => `outage-${service}`),
      ...Object.keys(rateLimits).map((row) => `rate-limit-${last(row)}`),
      ...operations.filter(({ id }) => /^(?:notifications|fileTransfer)\./.test(id)).map(({ id }) => `unavailable-${last(id)}`),
    ]

    expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(expected))
  },
)

for (const host of ['express', 'fetch'] as const) {
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
