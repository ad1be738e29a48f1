/** The verdict on replies that have more than a client knows. */
import { additions } from '../../../src/control/verdicts/replies.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const id = '11111111-1111-4111-8111-11111111111a'
const replyBody = JSON.stringify({ grease: true, notification: { shipmentId: id } })
const order = (idempotencyId: string) => ({ body: `{"idempotencyId":"${idempotencyId}"}`, greased: true, status: 201, replyBody })
const read = { operation: 'notifications.getShipment', method: 'GET', path: `/future/shipment/${id}`, greased: true }

judges(additions, {
  'a client that goes on after an addition is good, and may read as often as it likes': [good(order('a'), read, read, read)],
  'a client that sends a request again that succeeded is bad': [
    bad(['1', '3'], order('a'), { ...read, path: '/other' }, { ...order('a'), status: 200 }),
  ],
  'a client may send a request again that failed or whose reply was lost, or much later': [
    nothing({ ...order('a'), lost: true }, { ...order('b'), status: 503 }, order('a'), order('b')),
    nothing(order('a'), { ...order('a'), after: 301_000 }),
  ],
  'a client may send a request again when a tester has turned a knob': [nothing(order('a'), { ...order('a'), turns: 1 })],
  'a client that uses nothing of such a reply may have failed at it': [
    nothing(order('a'), order('b'), { ...read, path: '/future/shipment/another' }),
  ],
  'a reply without additions, and reading alone, say nothing': [
    nothing({ ...order('a'), greased: false }, { ...order('a'), greased: false }, read, read),
  ],
})
