/** The verdict on reminders that nobody looks at. */
import { test } from 'vitest'
import { remindersRead } from '../../../src/control/verdicts/replies.ts'
import { bad, expectNotExercised, good, judges, nothing } from '../../support/deeds.ts'

const id = (digit: number) => '11111111-1111-4111-8111-111111111111'.replaceAll('1', String(digit))
const replyBody = JSON.stringify({ notification: { reminders: [{ shipmentId: id(3) }], shipmentId: id(2) } })
const order = { status: 201, replyBody }
const read = (digit: number) => ({ operation: 'notifications.getShipment', method: 'GET', path: `/future/shipment/${id(digit)}` })

judges(remindersRead, {
  'a client that reads them, or the feed, is good': [
    good(order, read(2), read(3)),
    good(order, read(2), { operation: 'notifications.readFeed', method: 'GET' }),
    nothing(order),
    nothing({ operation: 'notifications.readFeed', method: 'GET' }, order, read(2)),
  ],
  'a client that reads the order only is advised': [bad(['1'], order, read(2))],
  'an order without reminders shows nothing': [
    nothing({ status: 201, replyBody: JSON.stringify({ notification: { shipmentId: id(2) } }) }, read(2)),
  ],
})

test('reminders in a text of the reply are none of the order', () => {
  const sendersReference = JSON.stringify({ reminders: [{ shipmentId: id(3) }] })
  const notification = { shipmentId: id(2), sendersReference }

  expectNotExercised(remindersRead, { status: 201, replyBody: JSON.stringify({ notification }) }, read(2))
  expectNotExercised(
    remindersRead,
    { status: 201, replyBody: JSON.stringify({ notification, reminders: [{ shipmentId: id(3) }] }) },
    read(2),
  )
})
