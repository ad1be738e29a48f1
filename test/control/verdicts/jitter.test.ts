/** The verdict on chance in waits. */
import { test } from 'vitest'
import { jitter } from '../../../src/control/verdicts/jitter.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const sequence = (body: string, ...waits: number[]) => [0, ...waits].map((after) => ({ body, status: 503, after: after || 5_000 }))

test('a client whose waits differ is good', () => {
  expectGood(jitter, ...sequence('a', 900, 2_100), ...sequence('b', 700, 1_500), ...sequence('c', 980, 1_700))
})

test('a client whose waits are the same three times is advised', () => {
  expectBroken(jitter, ['3', '6', '9'], ...sequence('a', 1_000, 2_000), ...sequence('b', 1_003, 2_001), ...sequence('c', 1_001, 2_006))
})

test('waits that a busy machine made different show nothing', () => {
  expectNotExercised(jitter, ...sequence('a', 1_000, 2_000), ...sequence('b', 1_060, 2_010), ...sequence('c', 1_001, 2_090))
})

test('two sequences show nothing, and neither does real time that does not pass', () => {
  expectNotExercised(jitter, ...sequence('a', 1_000, 2_000), ...sequence('b', 1_000, 2_000))
  const still = ['a', 'b', 'c'].flatMap((body) =>
    sequence(body, 1_000, 2_000).map((call) => ({ ...call, after: 2, worldAfter: call.after })),
  )

  expectNotExercised(jitter, ...still)
})
