/** The verdict on repeating what failed for a moment. */
import { test } from 'vitest'
import { retried } from '../../../src/control/verdicts/retries.ts'
import { bad, expectGood, expectNotExercised, good, judges, nothing } from '../../support/deeds.ts'

test('a client that repeats, and gives up while the service is still away, is good', () => {
  const order = { status: 503, body: '{"idempotencyId":"a"}' }
  expectGood(retried, order, { ...order, after: 1000 }, { ...order, after: 2000 })
})

test('a library that repeats, and another order at the same time, show nothing', () => {
  const order = (id: string) => ({ body: `{"idempotencyId":"${id}"}` })

  expectNotExercised(retried, { ...order('a'), status: 503 }, { ...order('b'), after: 20, connection: 2 })
  expectNotExercised(retried, { ...order('a'), status: 499, lost: true }, { ...order('a'), after: 5, connection: 2 })
})

const path = '/broker/api/v1/filetransfer/upload/tus/11111111-1111-4111-8111-111111111111'
const append = { operation: 'resumableUpload.appendToUpload', method: 'PATCH', path }

judges(retried, {
  'a client that repeats is good': [good({ status: 503, body: '{"idempotencyId":"a"}' }, { body: '{"idempotencyId":"a"}' })],
  'a client that goes on with its upload where it broke off is good': [
    good({ ...append, status: 499, lost: true, body: null }, { ...append, status: 204, body: null }),
  ],
  'a client that does not is advised': [
    bad(['1'], { status: 503, body: 'a' }, { body: 'b' }),
    bad(['1'], { status: 499, lost: true, method: 'GET' }),
  ],
  'a client that meets no such failure shows nothing': [nothing({ status: 404 }, { status: 404 })],
})
