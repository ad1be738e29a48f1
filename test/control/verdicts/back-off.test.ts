/** The verdict on waits that grow. */
import { test } from 'vitest'
import { backOff } from '../../../src/control/verdicts/back-off.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const down = { status: 503 }
const waits = (...milliseconds: number[]) => [down, ...milliseconds.map((after) => ({ ...down, after }))]

test('a client whose waits grow is good', () => {
  expectGood(backOff, ...waits(1_000, 2_000, 4_000, 8_000))
  expectGood(backOff, ...waits(40_000, 40_000, 40_000))
})

test('a client whose waits stay the same is bad', () => {
  expectBroken(backOff, ['1', '2', '3', '4'], ...waits(1_000, 1_000, 1_000))
  expectBroken(backOff, ['1', '2', '3', '4'], ...waits(0, 0, 0))
  // They look so on a busy machine.
  expectBroken(backOff, ['1', '2', '3', '4'], ...waits(3, 12, 1, 20))
  expectBroken(backOff, ['4', '5', '6', '7'], ...waits(1, 12, 50, 90, 2, 15))
  expectBroken(backOff, ['1', '2', '3', '4'], ...waits(101, 112, 104))
  expectBroken(backOff, ['1', '3', '4', '5'], ...waits(101, 190, 103, 102))
})

test('a client that waits as the service asks is not judged by its waits', () => {
  const asking = { status: 503, replyHeaders: { 'retry-after': '2' }, after: 2_000 }

  expectNotExercised(backOff, asking, asking, asking, asking)
})

test('waits of milliseconds that grow are good, as those of a test', () => {
  expectGood(backOff, ...waits(10, 20, 40, 80))
  expectGood(backOff, ...waits(50, 65, 84, 110))
  // A busy machine makes the first one longer.
  expectGood(backOff, ...waits(24, 28, 33, 44, 57))
  expectGood(backOff, ...waits(30, 26, 34, 44, 57))
  expectGood(backOff, ...waits(28, 28, 34, 44, 57))
})

test('waits that have grown to their longest may stay there, and those that never grew may not', () => {
  expectGood(backOff, ...waits(100, 200, 400, 500, 500, 500, 500))
  expectGood(backOff, ...waits(0, 100, 200, 400, 400, 400))
  expectGood(backOff, ...waits(150, 20, 40, 80, 160, 200, 200, 200))
  expectBroken(backOff, ['2', '3', '4', '5'], ...waits(0, 100, 100, 100))
})

test('waits of random length, and one or two waits, show nothing', () => {
  expectNotExercised(backOff, ...waits(0, 0))
  expectNotExercised(backOff, ...waits(1_000))
  expectNotExercised(backOff, ...waits(1_000, 1_000))
  expectNotExercised(backOff, ...waits(900, 200, 3_000, 800))
})

test('a wait that the service names, and a 429 that is answered at once, are matters of other verdicts', () => {
  const asking = { status: 503, replyHeaders: { 'retry-after': '30' }, after: 1_000 }
  const limited = { status: 429, after: 0 }

  expectNotExercised(backOff, asking, asking, asking, asking)
  expectNotExercised(backOff, limited, limited, limited, limited)
  expectBroken(backOff, ['1', '2', '3', '4'], ...waits(500, 500, 500).map((each) => ({ ...each, status: 429 })))
})

test('a client that waited longer each time and does not give up has another fault', () => {
  expectGood(backOff, ...waits(...Array.from({ length: 20 }, (_, nth) => Math.min(20 * 2 ** nth, 500))))
})

test('another request is no repetition', () => {
  expectNotExercised(backOff, { ...down, body: 'a' }, { ...down, body: 'b' }, { ...down, body: 'c' }, { ...down, body: 'd' })
})
