import { expect, test } from 'vitest'
import { plainCircumstances } from '../../../../src/service/areas/circumstances.ts'
import { operations } from '../../../../src/service/areas/index.ts'
import { shuffle } from '../../../../src/service/failures/effects/shuffle.ts'
import { downloaded, sender } from '../../../support/file-transfers.ts'
import { live, orderedTo, supporter } from '../../../support/older-orders.ts'
import { placed, toOrganization, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { draws } from '../../../support/rules.ts'
import { standin } from '../../../support/standin.ts'

const byText = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1)

const order = (entries: readonly unknown[], ...fractions: readonly number[]) =>
  shuffle.decide('histories', plainCircumstances, draws(...fractions)).history(entries)

test('no entry stays in its place, whatever is drawn, and none is lost', () => {
  const entries = ['a', 'b', 'c', 'd', 'e']
  for (const fraction of [0, 0.3, 0.6, 0.999]) {
    const made = order(entries, fraction, 1 - fraction - 0.0005, fraction, fraction)

    expect(made.toSorted(byText)).toEqual(entries)
    expect(made.filter((each, at) => each === entries[at])).toEqual([])
  }
  expect([order([]), order(['a']), order(['a', 'b'])]).toEqual([[], ['a'], ['b', 'a']])
})

test('it concerns the rows that show a list without a promised order', () => {
  const concerned = operations.filter((row) => shuffle.concerns('histories', row)).map(({ id }) => id)

  expect(concerned.toSorted()).toEqual([
    'fileTransfer.details',
    'fileTransfer.overview',
    'notifications.getShipment',
    'notifications.listOrderEmails',
    'notifications.listOrderSms',
    'notifications.readFeed',
    'notifications.searchByOrganization',
    'notifications.searchByPerson',
  ])
})

async function lists(seed: number) {
  const here = standin({ seed, pace: 'instant', sendWindow: 'open' })
  const { client, simulator } = here
  const fileTransferId = await downloaded(client, { recipients: ['0192:370916446', '0192:375464780'] })
  const [id] = await placed(here, toOrganization('370916446', 'EmailAndSms'))
  await simulator.advance({ until: 'settled' })
  const read = async () => {
    const { body: details } = await client.call('fileTransfer.details', { as: sender, params: { fileTransferId } })
    const { body: shipment } = await client.call('notifications.getShipment', { as: ttd, params: { id } })
    const { body: feed } = await client.call('notifications.readFeed', { as: ttd, query: { seq: '0' } })
    return {
      statuses: details.fileTransferStatusHistory.map((each) => each.fileTransferStatus),
      ofRecipients: details.recipientFileTransferStatusHistory.map((each) => `${each.recipient} ${each.recipientFileTransferStatusCode}`),
      recipients: details.recipients.map((each) => each.recipient),
      addresses: shipment.recipients.map((each) => each.destination),
      inFeed: feed.flatMap((entry) => entry.recipients.map((each) => each.destination)),
      status: details.fileTransferStatus,
    }
  }
  const sorted = await read()
  await simulator.scenarios.use('histories-unordered')
  return { sorted, shuffled: await read() }
}

rule('file-transfer §4.2, notifications §8.1', 'histories, recipients and addresses come in an order that the seed decides', async () => {
  const [one, again, other] = [await lists(1), await lists(1), await lists(2)]
  const { status, ...all } = one.shuffled

  expect(status).toBe('Published')
  for (const [name, entries] of Object.entries(all)) {
    const known = one.sorted[name as keyof typeof all]
    expect(known.length, name).toBeGreaterThan(1)
    expect(entries.toSorted(byText), name).toEqual(known.toSorted(byText))
    expect(entries, name).not.toEqual(known)
  }
  expect(again).toEqual(one)
  expect(other.shuffled).not.toEqual(one.shuffled)
})

/** Of the fixtures: it has several addresses and several numbers. */
const several = '375464780'

async function olderLists(seed: number) {
  const here = live({ seed, pace: 'instant', sendWindow: 'open' })
  const { client, simulator } = here
  const more = { notificationChannel: 'EmailAndSms', sendersReference: 'parcel' }
  const id = await orderedTo(here, 'notifications.createChannelOrder', [{ organizationNumber: several }], more)
  await simulator.advance({ until: 'settled' })
  // The default window of the dashboard ends now.
  await simulator.advance({ by: 1000 })
  const read = async () => {
    const { body: emails } = await client.call('notifications.listOrderEmails', { as: ttd, params: { id } })
    const { body: sms } = await client.call('notifications.listOrderSms', { as: ttd, params: { id } })
    const headers = { organizationnumber: several }
    const { body: shipments } = await client.call('notifications.searchByOrganization', { as: supporter, headers })
    return {
      emails: emails.notifications.map(({ recipient }) => recipient.emailAddress),
      sms: sms.notifications.map(({ recipient }) => recipient.mobileNumber),
      attempts: shipments.flatMap(({ deliveryAttempts }) => deliveryAttempts.map((each) => each.emailAddress ?? each.mobileNumber)),
    }
  }
  const sorted = await read()
  await simulator.scenarios.use('histories-unordered')
  return { sorted, shuffled: await read() }
}

rule('notifications §14.6, notifications §14.8', 'the older routes show the messages of an order in that order too', async () => {
  const [one, again, ...others] = [await olderLists(1), await olderLists(1), await olderLists(2), await olderLists(3)]

  for (const [name, entries] of Object.entries(one.shuffled)) {
    const known = one.sorted[name as keyof typeof one.sorted]
    expect(known.length, name).toBeGreaterThan(1)
    expect(entries.toSorted(byText), name).toEqual(known.toSorted(byText))
    expect(
      entries.filter((each, at) => each === known[at]),
      name,
    ).toEqual([])
  }
  expect(again).toEqual(one)
  expect(others.some(({ shuffled }) => String(shuffled.attempts) !== String(one.shuffled.attempts))).toBe(true)
})
