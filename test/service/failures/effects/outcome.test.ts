import { expect, test } from 'vitest'
import { plainCircumstances } from '../../../../src/service/areas/circumstances.ts'
import { endingsByStatus } from '../../../../src/service/areas/notifications/magic-recipients.ts'
import { outcome } from '../../../../src/service/failures/effects/outcome.ts'
import { readScenario } from '../../../../src/service/failures/read-scenario.ts'
import { placed, statusOf, toEmail, toPerson, toPhone } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { draws, withRules } from '../../../support/rules.ts'

const settled = { until: 'settled' as const }

for (const status of endingsByStatus.keys()) {
  rule('decisions §14', `a message ends in ${status}`, async () => {
    const here = await withRules([{ outcome: { status } }])
    const [id] = await placed(here, status.startsWith('SMS') ? toPhone() : toEmail())

    await here.simulator.advance(status.endsWith('TTL') ? { by: 72 * 3_600_000 } : settled)

    expect(await statusOf(here, id)).toBe(`Order_Completed ${status}`)
  })
}

for (const failed of ['RecipientReserved', 'RecipientNotIdentified']) {
  rule('decisions §14', `a looked-up recipient with ${failed} gets no email`, async () => {
    const here = await withRules([{ outcome: { status: `Email_Failed_${failed}` } }])
    const [looked] = await placed(here, toPerson('12838590150', 'EmailAndSms'))
    const [direct] = await placed(here, toEmail(), { idempotencyId: 'to an address' })
    await here.simulator.advance(settled)

    expect(await statusOf(here, looked)).toBe(`Order_Completed Email_Failed_${failed} SMS_Delivered`)
    expect(await statusOf(here, direct)).toBe('Order_Completed Email_Delivered')
    expect(
      here.simulator.outbox
        .list()
        .messages.map(({ channel }) => channel)
        .sort(),
    ).toEqual(['Email', 'SMS'])
  })
}

rule('decisions §14', 'messages of the other channel are delivered', async () => {
  const here = await withRules([{ outcome: { status: 'SMS_Failed_BarredReceiver' } }])
  const [id] = await placed(here, toPerson('12838590150', 'EmailAndSms'))
  await here.simulator.advance(settled)

  expect(await statusOf(here, id)).toBe('Order_Completed Email_Delivered SMS_Failed_BarredReceiver')
})

for (const [address, status] of [
  ['+47 99 99 10 01', 'SMS_Failed'],
  ['004799991001', 'SMS_Failed'],
  ['+4799991002', 'SMS_Delivered'],
] as const) {
  rule('decisions §14', `an outcome for ${address} gives a person with +4799991001 the status ${status}`, async () => {
    const here = await withRules([{ outcome: { status: 'SMS_Failed', address } }])
    const [id] = await placed(here, toPerson('12838590150', 'Sms'))
    await here.simulator.advance(settled)

    expect(await statusOf(here, id)).toBe(`Order_Completed ${status}`)
  })
}

rule('decisions §14', 'a rule can cover only the first message to one recipient', async () => {
  const here = await withRules([{ where: { recipient: 'b@example.org' }, calls: 1, outcome: { status: 'Email_Failed_Bounced' } }])
  const orders = []
  for (const [key, to] of ['a@example.org', 'b@example.org', 'b@example.org'].entries())
    orders.push((await placed(here, toEmail(to), { idempotencyId: `order ${key}` }))[0])
  await here.simulator.advance(settled)

  expect(await Promise.all(orders.map((id) => statusOf(here, id)))).toEqual([
    'Order_Completed Email_Delivered',
    'Order_Completed Email_Failed_Bounced',
    'Order_Completed Email_Delivered',
  ])
})

rule('decisions §14', 'a rule about messages does not count orders', async () => {
  const here = await withRules([{ on: 'notifications', calls: 1, outcome: { status: 'Email_Failed_Bounced' } }])
  const [id] = await placed(here, toEmail())
  await here.simulator.advance(settled)

  expect(await statusOf(here, id)).toBe('Order_Completed Email_Failed_Bounced')
})

rule('decisions §14', 'the same seed gives the same share of messages the outcome', async () => {
  const ends = async (seed: number) => {
    const here = await withRules([{ outcome: { status: 'Email_Failed_Bounced', share: 0.3 } }], { seed })
    const orders: string[] = []
    for (let key = 0; key < 100; key++) orders.push((await placed(here, toEmail(), { idempotencyId: `order ${key}` }))[0])
    await here.simulator.advance(settled)
    return Promise.all(orders.map(async (id) => (await statusOf(here, id)).endsWith('Bounced')))
  }
  const [once, again, otherwise] = [await ends(1), await ends(1), await ends(2)]

  expect(Math.abs(once.filter(Boolean).length - 30)).toBeLessThan(18)
  expect(again).toEqual(once)
  expect(otherwise).not.toEqual(once)
})

test.each([
  [0.3, 0.29, 'Email_Failed'],
  [0.3, 0.3, 'Email_Delivered'],
  [0, 0, 'Email_Delivered'],
  [1, 0.999, 'Email_Failed'],
])('with a share of %d, a draw of %d ends in %s', (share, drawn, status) => {
  const { outcome: end } = outcome.decide({ status: 'Email_Failed', share }, plainCircumstances, draws(drawn))

  expect(end({ channel: 'Email', address: 'a@example.org', round: 0 })).toEqual({ at: 'report', status })
})

test.each(['Email_Failed_TransientError', 'SMS_Sending', 'sms_failed'])('an outcome of %s is refused', (status) => {
  const document = { summary: 'Mine', rules: [{ outcome: { status } }] }

  expect(() => readScenario('mine', document, 'defined')).toThrow(`outcome.status: unknown value "${status}".`)
})
