/** A knob returns in process what its control row replies over HTTP. */
import type { WorldKnobs } from '../../src/control/create-simulator.ts'
import type { ControlId } from '../../src/control/facts.ts'
import { control } from '../support/control.ts'
import { initialized } from '../support/file-transfers.ts'
import { placed, toEmail } from '../support/orders.ts'
import { expect, test } from '../support/rule.ts'
import { listening } from '../support/subscribers.ts'

const replies: [id: ControlId, params: Record<string, string>, reply: (knobs: WorldKnobs) => unknown][] = [
  ['control.listOutbox', {}, ({ outbox }) => outbox.list()],
  ['control.listEvents', {}, ({ events }) => events.list()],
  ['control.listDeliveries', {}, ({ deliveries }) => deliveries.list()],
  ['control.listJournal', {}, ({ journal }) => journal.list()],
  ['control.showJournalLine', { id: '1' }, ({ journal }) => journal.find('1')],
  ['control.showClock', {}, ({ clock }) => clock.show()],
  ['control.listScenarios', {}, ({ scenarios }) => scenarios.list()],
  ['control.showScenario', { name: 'outage-register' }, ({ scenarios }) => scenarios.find('outage-register')],
  ['control.listLimits', {}, ({ limits }) => limits.list()],
  ['control.listContacts', {}, ({ contacts }) => contacts.list()],
  ['control.showContact', { number: '12838590150' }, ({ contacts }) => contacts.find('12838590150')],
  ['control.listRecipients', {}, ({ recipients }) => recipients.list()],
  ['control.listProviderStates', {}, ({ givens }) => givens.list()],
  ['control.showState', {}, ({ state }) => state()],
]

test.each(replies)('%s %j replies what the knob returns', async (id, params, reply) => {
  const here = control({ rateLimits: 'current' })
  await listening(here)
  await initialized(here.client)
  await placed(here, toEmail())
  await here.simulator.advance({ until: 'settled' })
  await here.client.call('fileTransfer.search', { query: { resourceId: 'standin-plain' } })
  const { status, body } = await here.ask(id, { params })

  expect(status).toBe(200)
  expect(body).toEqual(await reply(here.simulator))
  expect(body.total).not.toBe(0)
})

test('an advance takes durations in ISO 8601 and in milliseconds, and instants in ISO 8601', async ({ simulator }) => {
  const times = [
    await simulator.advance({ by: 'P1D' }),
    await simulator.advance({ by: 1_500 }),
    await simulator.advance({ to: '2026-06-03T12:00:00+02:00' }),
    await simulator.advance({ until: 'settled', atMost: 'PT1H' }),
  ]

  expect(times.map(({ now }) => now)).toEqual([
    '2026-06-02T10:00:00Z',
    '2026-06-02T10:00:01.5Z',
    '2026-06-03T10:00:00Z',
    '2026-06-03T10:00:00Z',
  ])
})

test.for([
  [{ by: 'one day' }, 'advance.by: "one day" is not a duration of fixed length'],
  [{ to: 'tomorrow' }, 'advance.to: "tomorrow": Expected a time, such as 2026-12-01T08:00:00Z.'],
  [{}, 'Pass exactly one target. Valid: by, to, until.'],
  [{ by: 1, atMost: 1 }, 'atMost requires until.'],
] as const)('an advance by %j is refused in process', async ([target, said], { simulator }) => {
  await expect(simulator.advance(target)).rejects.toMatchObject({ name: 'Misuse', message: expect.stringContaining(said) })
})

test('a contact and a line that do not exist are misuse', () => {
  const { contacts, journal } = control().simulator

  expect(() => contacts.find('1')).toThrow('Contact not found in the register: "1".')
  expect(() => contacts.remove('1')).toThrow('Contact not found in the register: "1".')
  expect(() => journal.find('1')).toThrow('Journal line not found: "1".')
})
