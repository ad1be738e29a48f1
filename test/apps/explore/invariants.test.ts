import fc from 'fast-check'
import { findViolations, type InvariantFunction, invariantOf, readInvariants } from '../../../src/apps/explore/invariants.ts'
import { parseYaml } from '../../../src/platform/files/yaml.ts'
import { Misuse } from '../../../src/service/wire/misuse.ts'
import { initialized, iso, otherRecipient, recipient } from '../../support/file-transfers.ts'
import { placed, toEmail, toPhone } from '../../support/orders.ts'
import { expect, test } from '../../support/rule.ts'
import { standin } from '../../support/standin.ts'

const reminders = [
  { delayDays: 1, sendersReference: 'case-1', recipient: toPhone() },
  { delayDays: 2, sendersReference: 'case-1', recipient: toPhone() },
]

async function withOrders() {
  const here = standin()
  await placed(here, toEmail(), { reminders })
  await placed(here, toPhone(), { idempotencyId: 'order-2' })
  const violations = async (...written: object[]) => {
    const found = await findViolations(here.simulator, readInvariants({ invariants: written }))
    return found.map(({ key, sentence, demanded }) => [key, sentence, demanded])
  }
  return { ...here, violations }
}

test('an invariant counts the records of each group', async () => {
  const { violations } = await withOrders()
  const perCase = { name: 'one-reminder', records: 'shipments', where: { type: 'Reminder' }, per: 'sendersReference' }

  expect(await violations({ ...perCase, count: { atMost: 1 } })).toEqual([
    ['invariant one-reminder', 'breaks one-reminder: has 2 shipments for case-1', 'always'],
  ])
  expect(await violations({ ...perCase, count: { atMost: 2 } }, { ...perCase, name: 'two', count: { atLeast: 1 } })).toEqual([])
  expect(await violations({ ...perCase, count: 3, sentence: 'does not remind thrice', when: 'success' })).toEqual([
    ['invariant one-reminder', 'does not remind thrice', 'success'],
  ])
})

test('without groups it counts all records, also where there are none', async () => {
  const { violations } = await withOrders()

  expect(await violations({ name: 'orders', records: 'orders', count: 2 })).toEqual([])
  expect(await violations({ name: 'files', records: 'fileTransfers', count: { atLeast: 1 } })).toEqual([
    ['invariant files', 'breaks files: has 0 fileTransfers', 'always'],
  ])
})

test('an invariant can demand a value of every record', async () => {
  const { violations, simulator } = await withOrders()
  const done = {
    name: 'done',
    records: 'shipments',
    where: { type: ['Notification'] },
    all: { status: ['Order_Completed', 'Order_Cancelled'] },
  }

  expect(await violations(done)).toEqual([['invariant done', 'breaks done: has shipments whose status differs', 'always']])
  await simulator.advance({ until: 'settled' })
  expect(await violations(done)).toEqual([])
})

test('a record with several values in a column belongs to the group of each', async ({ here }) => {
  await initialized(here.client, { recipients: [iso(recipient), iso(otherRecipient)] })
  await initialized(here.client, { recipients: [iso(recipient)] })
  const own = readInvariants({ invariants: [{ name: 'once', records: 'fileTransfers', per: ['recipient', 'fileName'], count: 1 }] })
  const found = (await findViolations(here.simulator, own)).filter(({ key }) => key === 'invariant once')

  expect(found.map(({ sentence }) => sentence)).toEqual([`breaks once: has 2 fileTransfers for ${iso(recipient)}, report.xml`])
})

const mistakes: [written: object, message: RegExp][] = [
  [
    { invariants: [{ name: 'a', records: 'shipment', count: 1 }] },
    /records: unknown value "shipment". Did you mean shipments\? Valid: shipments, orders/,
  ],
  [
    { invariants: [{ name: 'a', records: 'orders', per: 'creater', count: 1 }] },
    /per: .*names "creater", which is not a column of orders.* Valid: id, environment, family, creator/,
  ],
  [
    { invariants: [{ name: 'a', records: 'orders', where: { constructor: 'x' }, count: 1 }] },
    /names "constructor", which is not a column of orders/,
  ],
  [{ invariants: [{ name: 'a', records: 'shipments', all: { status: 'Done' } }] }, /sets status to "Done".* Valid: Order_Registered/],
  [{ invariants: [{ name: 'a', records: 'orders' }] }, /makes no claim about its records: "a".* Valid: count, all/],
  [{ invariants: [{ name: 'A b', records: 'orders', count: 1 }] }, /name: "A b" is not a name/],
  [{ invariants: [{ name: 'a', records: 'orders', count: { atLeast: 2, atMost: 1 } }] }, /has an atLeast above its atMost/],
  [{ invariants: [{ name: 'a', records: 'orders', count: -1 }] }, /count: -1/],
  [{ invariants: [{ name: 'a', records: 'orders', counts: 1 }] }, /unknown member "counts". Did you mean count\?/],
  [{ invariant: [] }, /unknown member "invariant". Did you mean invariants\?/],
  [{ invariants: [] }, /invariants/],
  [
    { invariants: ['a', 'a'].map((name) => ({ name, records: 'orders', count: 1 })) },
    /an invariant named a already exists. Choose another name/,
  ],
]
for (const [written, message] of mistakes)
  test(`${JSON.stringify(written)} is refused`, () => {
    expect(() => readInvariants(written)).toThrow(Misuse)
    expect(() => readInvariants(written)).toThrow(message)
  })

test('a mistake in a file is named with its line', () => {
  const text = 'invariants:\n  - name: one\n    records: orders\n    per: creater\n    count: 1\n'
  const file = parseYaml('standin.invariants.yaml', new TextEncoder().encode(text))

  expect(() => readInvariants(file)).toThrow(/^standin\.invariants\.yaml:4:5: /)
})

test('whatever a file holds, it is read or refused as misuse', () => {
  const loose = fc.record(
    {
      name: fc.string(),
      records: fc.constantFrom('orders', 'shipments', '__proto__'),
      where: fc.object(),
      per: fc.anything(),
      count: fc.anything(),
      all: fc.object(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ invariants: fc.array(loose) })), (written) => {
      try {
        readInvariants(written)
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(Misuse)
      }
    }),
    { seed: 1, numRuns: 500 },
  )
})

const functions: [InvariantFunction, string[]][] = [
  [() => undefined, []],
  [() => true, []],
  [() => 'forgets the receipt', ['forgets the receipt']],
  [async ({ outbox }) => [`sends ${outbox.list().messages.length} messages`, 'sends none'], ['sends 0 messages', 'sends none']],
  [
    ({ outbox }) => expect(outbox.list().messages, 'messages').toHaveLength(1),
    ['breaks mine: messages: expected [] to have a length of 1 but got +0'],
  ],
]
for (const [judge, sentences] of functions)
  test(`the function ${String(judge)} finds ${sentences.length}`, async () => {
    const found = await findViolations(standin().simulator, [invariantOf(judge, 'mine')])

    expect(found.map(({ sentence }) => sentence)).toEqual(sentences)
  })

test('a function names itself, or has a number', async () => {
  const oneMessage = () => 'sends none'
  const found = await findViolations(standin().simulator, [oneMessage, () => 'is late'])

  expect(found.map(({ key, sentence }) => [key, sentence])).toEqual([
    ['invariant oneMessage', 'sends none'],
    ['invariant invariant 2', 'is late'],
  ])
})
