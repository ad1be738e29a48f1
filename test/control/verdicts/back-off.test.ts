/** The verdict on waits that grow. */
import { test } from 'vitest'
import { backOff } from '../../../src/control/verdicts/back-off.ts'
import { bad, expectBroken, expectNotExercised, good, judges, nothing } from '../../support/deeds.ts'

const down = { status: 503 }
const waits = (...milliseconds: number[]) => [down, ...milliseconds.map((after) => ({ ...down, after }))]

test('a client that waits as the service asks is not judged by its waits', () => {
  const asking = { status: 503, replyHeaders: { 'retry-after': '2' }, after: 2_000 }

  expectNotExercised(backOff, asking, asking, asking, asking)
})

test('a wait that the service names, and a 429 that is answered at once, are matters of other verdicts', () => {
  const asking = { status: 503, replyHeaders: { 'retry-after': '30' }, after: 1_000 }
  const limited = { status: 429, after: 0 }

  expectNotExercised(backOff, asking, asking, asking, asking)
  expectNotExercised(backOff, limited, limited, limited, limited)
  expectBroken(backOff, ['1', '2', '3', '4'], ...waits(500, 500, 500).map((each) => ({ ...each, status: 429 })))
})

judges(backOff, {
  'a client whose waits grow is good': [good(...waits(1_000, 2_000, 4_000, 8_000)), good(...waits(40_000, 40_000, 40_000))],
  'a client whose waits stay the same is bad': [
    bad(['1', '2', '3', '4'], ...waits(1_000, 1_000, 1_000)),
    bad(['1', '2', '3', '4'], ...waits(0, 0, 0)),
    // They look so on a busy machine.
    bad(['1', '2', '3', '4'], ...waits(3, 12, 1, 20)),
    bad(['4', '5', '6', '7'], ...waits(1, 12, 50, 90, 2, 15)),
    bad(['1', '2', '3', '4'], ...waits(101, 112, 104)),
    bad(['1', '3', '4', '5'], ...waits(101, 190, 103, 102)),
  ],
  'waits of milliseconds that grow are good, as those of a test': [
    good(...waits(10, 20, 40, 80)),
    good(...waits(50, 65, 84, 110)),
    // A busy machine makes the first one longer.
    good(...waits(24, 28, 33, 44, 57)),
    good(...waits(30, 26, 34, 44, 57)),
    good(...waits(28, 28, 34, 44, 57)),
  ],
  'waits that have grown to their longest may stay there, and those that never grew may not': [
    good(...waits(100, 200, 400, 500, 500, 500, 500)),
    good(...waits(0, 100, 200, 400, 400, 400)),
    good(...waits(150, 20, 40, 80, 160, 200, 200, 200)),
    bad(['2', '3', '4', '5'], ...waits(0, 100, 100, 100)),
  ],
  'waits of random length, and one or two waits, show nothing': [
    nothing(...waits(0, 0)),
    nothing(...waits(1_000)),
    nothing(...waits(1_000, 1_000)),
    nothing(...waits(900, 200, 3_000, 800)),
  ],
  'a client that waited longer each time and does not give up has another fault': [
    good(...waits(...Array.from({ length: 20 }, (_, nth) => Math.min(20 * 2 ** nth, 500)))),
  ],
  'another request is no repetition': [
    nothing({ ...down, body: 'a' }, { ...down, body: 'b' }, { ...down, body: 'c' }, { ...down, body: 'd' }),
  ],
})
