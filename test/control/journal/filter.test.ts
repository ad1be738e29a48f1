import { anyName } from '../../../src/service/wire/misuse.ts'
import { expect, test } from '../../support/rule.ts'

test('a filter of the journal by a scenario that does not exist is misuse, with the nearest names', async ({ simulator }) => {
  await simulator.ready()
  const scenario = 'outage-registr'
  const attempts = [
    () => simulator.journal.list({ scenario: anyName(scenario) }),
    () => simulator.journal.follow({ scenario: anyName(scenario) }),
    () => simulator.journal.verify({ count: 0, where: { scenario: anyName(scenario) } }),
  ]

  for (const attempt of attempts) expect(attempt).toThrow('Unknown scenario: "outage-registr". Did you mean outage-register')
  expect(simulator.journal.list({ scenario: 'outage-register' }).total).toBe(0)
})

test('the lines of a scenario that was removed can still be found', async ({ client, simulator }) => {
  simulator.scenarios.define('mine', { summary: 'Refuses', rules: [{ on: 'fileTransfer.search', refuse: { code: 'NOT-00004' } }] })
  await simulator.scenarios.use(anyName('mine'))
  await client.call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })
  await simulator.scenarios.remove(anyName('mine'))

  expect(simulator.journal.list({ scenario: anyName('mine') }).total).toBe(1)
  simulator.journal.clear()
  expect(() => simulator.journal.list({ scenario: anyName('mine') })).toThrow('Unknown scenario: "mine"')
})
