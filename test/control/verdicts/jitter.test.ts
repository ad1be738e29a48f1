/** The verdict on chance in waits. */
import { jitter } from '../../../src/control/verdicts/retries.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const sequence = (body: string, ...waits: number[]) => [0, ...waits].map((after) => ({ body, status: 503, after: after || 5_000 }))

const still = ['a', 'b', 'c'].flatMap((body) => sequence(body, 1_000, 2_000).map((call) => ({ ...call, after: 2, worldAfter: call.after })))

judges(jitter, {
  'a client whose waits differ is good': [good(...sequence('a', 900, 2_100), ...sequence('b', 700, 1_500), ...sequence('c', 980, 1_700))],
  'a client whose waits are the same three times is advised': [
    bad(['3', '6', '9'], ...sequence('a', 1_000, 2_000), ...sequence('b', 1_003, 2_001), ...sequence('c', 1_001, 2_006)),
  ],
  'waits that a busy machine made different show nothing': [
    nothing(...sequence('a', 1_000, 2_000), ...sequence('b', 1_060, 2_010), ...sequence('c', 1_001, 2_090)),
  ],
  'two sequences show nothing, and neither does real time that does not pass': [
    nothing(...sequence('a', 1_000, 2_000), ...sequence('b', 1_000, 2_000)),
    nothing(...still),
  ],
})
