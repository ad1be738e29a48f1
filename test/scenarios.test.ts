/** Every built-in scenario does what its file says. */
import { expect } from 'vitest'
import { dialectNeeded } from '../src/control/proving/dry-run.ts'
import { nodePlatform } from '../src/platform/node.ts'
import { readOwnScenarios } from '../src/platform/node-files.ts'
import { operations } from '../src/service/areas/index.ts'
import { readScenario } from '../src/service/failures/read-scenario.ts'
import { rateLimits, services } from '../src/service/wire/vocabulary.ts'
import { hosted } from './support/hosts.ts'
import { compose, type Live, olderRows, order, orderedTo, people, read } from './support/older-orders.ts'
import { prove } from './support/prove.ts'
import { rule, test } from './support/rule.ts'
import { transcriptOf } from './support/transcript.ts'

const files = Object.entries(await readOwnScenarios())

test('each scenario has a proof and guidance for clients', () => {
  for (const [name, document] of files) {
    expect(readScenario(name, document, 'built-in'), name).toMatchObject({ guidance: expect.any(String), proof: expect.any(Array) })
  }
})

const kebab = (text: string) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const last = (id: string) => kebab(id.slice(id.indexOf('.') + 1))

rule('decisions §13', 'every internal service, every rate-limited row and every row has a scenario of its own', () => {
  const expected = [
    ...services.map((service) => `outage-${service}`),
    ...Object.keys(rateLimits).map((row) => `rate-limit-${last(row)}`),
    ...operations.filter(({ id }) => /^(?:notifications|fileTransfer)\./.test(id)).map(({ id }) => `unavailable-${last(id)}`),
  ]

  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(expected))
})

for (const host of ['express', 'fetch'] as const) {
  test.each(files)(`%s passes its proof (${host})`, async (name, document) => {
    const scenario = readScenario(name, document, 'built-in')
    await prove(scenario, await hosted(host, { dialect: dialectNeeded(scenario) ?? 'spec' }))
  })
}

test.each(files)('%s passes its proof in the dialect live', async (name, document) => {
  // The live broker tries file storage again for 26 seconds.
  const machine = nodePlatform()
  const platform = { ...machine, pause: (delay: number, signal?: AbortSignal) => machine.pause(Math.min(delay, 1_000), signal) }

  await prove(readScenario(name, document, 'built-in'), await hosted('fetch', { dialect: 'live', platform }))
})

test.each(files)('%s changes nothing while it is off, and something that its proof calls while it is on', async (name, document) => {
  const scenario = readScenario(name, document, 'built-in')
  const plain = await transcriptOf(scenario, 'never on')

  expect(await transcriptOf(scenario, 'on and off')).toEqual(plain)
  expect(await transcriptOf(scenario, 'on')).not.toEqual(plain)
})

const placings = {
  ...Object.fromEntries(olderRows.map((row) => [row, (here: Live) => order(here, row, [{ nationalIdentityNumber: people.reachable }])])),
  'notifications.createComposedEmail': (here: Live) => compose(here, null),
}

test.for(Object.entries(placings))('%s meets the scenarios that name orders', async ([, place], { live: here }) => {
  const statuses: number[] = []
  await here.simulator.scenarios.use('fail-twice-then-succeed')
  for (let turn = 0; turn < 3; turn++) statuses.push((await place(here)).status)
  here.simulator.reset()
  await here.simulator.scenarios.use('order-lost-reply')
  await expect(place(here)).rejects.toThrow()

  expect(statuses).toEqual([503, 503, expect.toBeOneOf([201, 202])])
  expect(here.simulator.records.find('orders').total).toBe(1)
})

test('the older routes that read meet the scenarios that name shipments', async ({ live: here }) => {
  const id = await orderedTo(here, 'notifications.createEmailOrder', [{ emailAddress: 'someone@example.org' }])
  await here.simulator.scenarios.use('shipment-not-found')
  const answers: unknown[] = []
  for (const row of ['getOrder', 'getOrderStatus', 'listOrderEmails', 'listOrderSms'] as const) answers.push(await read(here, row, id))

  expect(answers).toMatchObject(Array(4).fill({ status: 404, text: '' }))
})
