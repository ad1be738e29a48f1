/** The budget in bytes of all journals and outboxes. */
import { expect, test } from 'vitest'
import { createJournalBudget, type Share } from '../../../../src/service/world/journal/budget.ts'
import { control } from '../../../support/control.ts'
import { placed, toEmail } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'

/** A holder of lines of ten bytes. */
function holder(share: Share) {
  let lines = 0
  share.hold({
    get bytes() {
      return 10 * lines
    },
    dropOldest() {
      if (lines === 0) return false
      lines--
      share.grow(-10)
      return true
    },
  })
  return {
    add(count: number) {
      for (let nth = 0; nth < count; nth++) {
        lines++
        share.grow(10)
      }
    },
    lines: () => lines,
  }
}

test('the largest world gives way, down to the next one, and small worlds lose nothing', () => {
  const budget = createJournalBudget(1_600)
  const [large, middle, small] = [holder(budget.join()), holder(budget.join()), holder(budget.join())]
  small.add(10)
  middle.add(60)
  large.add(91)

  expect([large.lines(), middle.lines(), small.lines()]).toEqual([80, 60, 10])
  expect(budget.bytes).toBe(1_500)
  middle.add(40)
  expect([middle.lines() <= 80, small.lines()]).toEqual([true, 10])
  expect(budget.bytes).toBeLessThanOrEqual(1_600)
})

test('within a world, its largest holder gives way', () => {
  const share = createJournalBudget(100).join()
  const [calls, outbox] = [holder(share), holder(share)]
  outbox.add(3)
  calls.add(50)

  expect(outbox.lines()).toBe(3)
})

test('a world that ends gives its bytes back, and counts no more', () => {
  const budget = createJournalBudget(100)
  const share = budget.join()
  const calls = holder(share)
  calls.add(5)
  share.end()
  share.end()
  calls.add(5)

  expect(budget.bytes).toBe(0)
})

const search = { as: null, headers: { 'x-large': 'x'.repeat(5_000), 'x-more': 'y'.repeat(200) } }

rule('decisions §8', 'past the budget the oldest lines of the largest world go, and the journal says how many', async () => {
  const { ask, simulator, clientOf } = control({ journalBytes: 50_000 })
  for (const [prefix, calls] of [
    ['', 3],
    ['/worlds/large', 80],
  ] as const) {
    for (let call = 0; call < calls; call++) await clientOf(prefix).call('fileTransfer.search', search)
  }
  const of = async (prefix: string) => (await ask('control.listJournal', { prefix })).body
  const [small, large] = [await of(''), await of('/worlds/large')]

  expect([small.total, small.dropped]).toEqual([3, 0])
  expect(large.dropped).toBeGreaterThan(20)
  expect(large.total + large.dropped).toBe(80)
  expect(large.journal.at(-1).id).toBe('80')
  simulator.reset()
  simulator.drop('large')
  for (let call = 0; call < 10; call++) await clientOf('').call('fileTransfer.search', search)
  expect((await of('')).total).toBe(10)
})

rule('decisions §8', 'the outbox counts too, and says what it dropped', async () => {
  const here = control({ journalBytes: 3_000, journal: 0 })
  for (let order = 0; order < 12; order++) await placed(here, toEmail(`to${order}@example.org`), { idempotencyId: String(order) })
  await here.simulator.advance({ until: 'settled' })
  const { messages, total, dropped } = here.simulator.outbox.list()

  expect(dropped).toBeGreaterThan(0)
  expect(total + dropped).toBe(12)
  expect(messages.at(-1)?.to).toBe('to11@example.org')
})

rule('decisions §8', 'a line keeps 256 characters of a name or a value, and 16,384 of a body', async ({ ask, client }) => {
  const name = 'n'.repeat(100_000)
  const reply = await client.call('notifications.createOrder', {
    query: { [name]: name },
    headers: { [`x-${'h'.repeat(1_000)}`]: 'v'.repeat(1_000) },
    body: { ...toEmail(), recipient: { [name]: 'x' }, conditionEndpoint: 'c'.repeat(40_000) },
  })
  const { body: line } = await ask('control.showJournalLine', { params: { id: '1' } })

  expect(reply.text.length).toBeLessThan(5_000)
  expect(JSON.stringify(line).length).toBeLessThan(30_000)
  expect(line.request.body).toHaveLength(16_384)
  expect(line.why.length).toBeLessThanOrEqual(1_024)
  const long = Object.entries<string>(line.request.headers).find(([each]) => each.startsWith('x-hh'))
  expect(long?.map((each) => each.length)).toEqual([256, 256])
})

test.each([
  ['fileTransfer.initialize', { propertyList: { ['p'.repeat(1_000_000)]: 'x', other: 1 } }],
  ['fileTransfer.initialize', { propertyList: { ['p'.repeat(1_000_000)]: 1 } }],
  ['fileTransfer.initialize', { propertyList: { ['p'.repeat(1_000_000)]: null } }],
  ['events.createSubscription', { endPoint: { ['p'.repeat(1_000_000)]: 1 } }],
  ['notifications.createOrder', `{"${'p'.repeat(1_000_000)}":{]`],
  ['notifications.createOrder', `{"recipient":{"${'p'.repeat(1_000_000)}":1}}`],
] as const)('a property name of a million characters in %s is neither kept nor repeated whole', async (id, body) => {
  const { client, simulator } = control()
  const reply = await client.call(id, { body })
  const data = JSON.stringify(simulator.world.data.journal)

  expect(reply.status).toBe(400)
  expect([reply.text.length < 20_000, data.length < 40_000]).toEqual([true, true])
})
