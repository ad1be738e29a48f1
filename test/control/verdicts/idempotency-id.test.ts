/** The verdict on one idempotencyId for one content. */
import { test } from 'vitest'
import { idempotencyId } from '../../../src/control/verdicts/idempotency-id.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const order = (idempotencyId: string, text: string, sendTime = '2026-06-01T10:00:00Z') => ({
  status: 201,
  commits: 1,
  body: JSON.stringify({ idempotencyId, requestedSendTime: sendTime, recipient: { text } }),
})

test('a client that repeats an order is good, also with another time of sending', () => {
  expectGood(idempotencyId, order('a', 'one'), { ...order('a', 'one'), status: 200, commits: 0 })
  expectGood(idempotencyId, order('a', 'one'), { ...order('a', 'one', '2026-06-01T10:00:01Z'), status: 200 })
})

test('a client that orders something else under a used id is bad', () => {
  expectBroken(idempotencyId, ['1', '2'], order('a', 'one'), { ...order('a', 'two'), status: 200, commits: 0 })
})

test('an email with attachments is an order, too', () => {
  const composed = { operation: 'notifications.createComposedEmail' }

  expectBroken(
    idempotencyId,
    ['1', '2'],
    { ...order('a', 'one'), ...composed },
    { ...order('a', 'two'), ...composed, status: 200, commits: 0 },
  )
})

test('the id and the content are those of the parsed body', () => {
  const nested = (inner: string, text: string) => ({
    ...order('a', text),
    body: JSON.stringify({ recipient: { note: { idempotencyId: inner } }, text, IdempotencyId: 'a' }),
  })

  expectBroken(idempotencyId, ['1', '2'], nested('x', 'one'), nested('x', 'two'))
  expectGood(idempotencyId, order('a', 'one'), { ...order('a', 'one'), body: order('a', 'one').body.replaceAll(':', ' : ') })
  expectNotExercised(idempotencyId, { ...order('a', 'one'), body: '{"idempotencyId":"a","text":"o' }, { ...order('a', 'one') })
})

test('a refused order, and one of another environment, use nothing up', () => {
  expectNotExercised(idempotencyId, { ...order('a', 'one'), status: 422, commits: 0 }, order('a', 'two'))
  expectNotExercised(idempotencyId, order('a', 'one'), { ...order('a', 'two'), environment: 'production' })
})
