/** The verdict on polling beyond a final state. */
import { test } from 'vitest'
import { finalState } from '../../../src/control/verdicts/polling.ts'
import { expectBroken, expectNotExercised, good, judges, nothing } from '../../support/deeds.ts'

const id = '11111111-1111-4111-8111-111111111111'
const read = (status: string) => ({
  operation: 'notifications.getShipment',
  method: 'GET',
  path: `/future/shipment/${id}`,
  replyBody: JSON.stringify({ shipmentId: id, status }),
})
const transfer = (fileTransferStatus: string) => ({
  operation: 'fileTransfer.overview',
  method: 'GET',
  path: `/broker/api/v1/filetransfer/${id}`,
  replyBody: JSON.stringify({ fileTransferStatus }),
})

test('a client that goes on polling is bad', () => {
  const done = read('Order_Completed')

  expectBroken(finalState, ['1', '2', '3', '4'], done, done, done, done)
  expectBroken(finalState, ['1', '2', '3', '4'], transfer('Failed'), transfer('Failed'), transfer('Failed'), transfer('Purged'))
})

test('a look after a long time is another one, and a tester excuses', () => {
  const [done, later] = [read('Order_Completed'), { ...read('Order_Completed'), after: 600_000 }]

  expectNotExercised(finalState, done, later, later, later)
  expectNotExercised(finalState, done, { ...done, turns: 1 }, { ...done, turns: 2 }, { ...done, turns: 3 })
})

const over = (body: object) => ({ ...read(''), replyBody: JSON.stringify(body) })
const busy = over({ status: 'Order_Processing', recipients: [{ status: 'Order_Completed' }], text: '"status":"Order_Completed"' })
const history = {
  ...transfer(''),
  replyBody: JSON.stringify({ fileTransferStatus: 'Published', history: [{ fileTransferStatus: 'Failed' }] }),
}

judges(finalState, {
  'a client that stops is good': [good(read('Order_Processing'), read('Order_Completed')), good(transfer('AllConfirmedDownloaded'))],
  'a client that looks once more shows nothing': [nothing(read('Order_Completed'), read('Order_Completed'))],
  'the status of a recipient, or a text, is not that of the thing': [
    nothing(busy, busy, busy, busy, busy),
    nothing(history, history, history, history, history),
    nothing({ ...read('Order_Completed'), replyBody: '{"status":"Order_Completed","recipients":[{"te' }),
  ],
  'a client that sees no final state shows nothing': [
    nothing(transfer('Published'), transfer('Published'), transfer('Published'), transfer('Published')),
  ],
})
