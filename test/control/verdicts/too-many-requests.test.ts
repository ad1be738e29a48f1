/** The verdict on calling again at once after a 429. */
import { test } from 'vitest'
import { retryAfter, tooManyRequests } from '../../../src/control/verdicts/rate-limits.ts'
import { bad, expectBroken, expectNotExercised, good, judges, nothing } from '../../support/deeds.ts'

const refused = { status: 429, replyHeaders: { 'retry-after': '30' } }

test('a client that calls again at once is bad, and not for Retry-After too', () => {
  expectBroken(tooManyRequests, ['1', '2'], refused, { after: 20 })
  expectNotExercised(retryAfter, refused, { after: 20 })
})

const three = [refused, ...[1, 2].map((nth) => ({ ...refused, body: `order ${nth}`, after: 3 }))]

judges(tooManyRequests, {
  'a client that waits is good': [good(refused, { after: 1_000 }), good(refused, { after: 3, worldAfter: 30_000 })],
  'a request that may have left before the 429 arrived is not judged as an answer to it': [
    bad(['1', '2', '3'], ...three),
    nothing(refused, { after: 20, path: '/other', connection: 2 }),
    nothing(...three.map((each) => ({ ...each, connection: null }))),
    bad(['1', '2'], refused, { after: 150, path: '/other' }),
  ],
  'a tester who turns a knob meanwhile excuses the client': [nothing(refused), nothing(refused, { after: 20, turns: 1 })],
  'a client that never meets a 429 shows nothing': [nothing({ status: 503 }, {})],
})
