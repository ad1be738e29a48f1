/** The verdict on one idempotencyId for one content. */
import { idempotencyId } from '../../../src/control/verdicts/orders.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const order = (idempotencyId: string, text: string, sendTime = '2026-06-01T10:00:00Z') => ({
  status: 201,
  commits: 1,
  body: JSON.stringify({ idempotencyId, requestedSendTime: sendTime, recipient: { text } }),
})

const composed = { operation: 'notifications.createComposedEmail' }
const nested = (inner: string, text: string) => ({
  ...order('a', text),
  body: JSON.stringify({ recipient: { note: { idempotencyId: inner } }, text, IdempotencyId: 'a' }),
})

judges(idempotencyId, {
  'a client that repeats an order is good, also with another time of sending': [
    good(order('a', 'one'), { ...order('a', 'one'), status: 200, commits: 0 }),
    good(order('a', 'one'), { ...order('a', 'one', '2026-06-01T10:00:01Z'), status: 200 }),
  ],
  'a client that orders something else under a used id is bad': [
    bad(['1', '2'], order('a', 'one'), { ...order('a', 'two'), status: 200, commits: 0 }),
  ],
  'an email with attachments is an order, too': [
    bad(['1', '2'], { ...order('a', 'one'), ...composed }, { ...order('a', 'two'), ...composed, status: 200, commits: 0 }),
  ],
  'the id and the content are those of the parsed body': [
    bad(['1', '2'], nested('x', 'one'), nested('x', 'two')),
    good(order('a', 'one'), { ...order('a', 'one'), body: order('a', 'one').body.replaceAll(':', ' : ') }),
    nothing({ ...order('a', 'one'), body: '{"idempotencyId":"a","text":"o' }, { ...order('a', 'one') }),
  ],
  'a refused order, and one of another environment, use nothing up': [
    nothing({ ...order('a', 'one'), status: 422, commits: 0 }, order('a', 'two')),
    nothing(order('a', 'one'), { ...order('a', 'two'), environment: 'production' }),
  ],
})
