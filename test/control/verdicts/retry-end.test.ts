/** The verdict on giving up. */
import { retryEnd } from '../../../src/control/verdicts/retries.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const failures = (count: number) => Array.from({ length: count }, (_, nth) => ({ status: 500, after: 1_000 * 1.3 ** nth }))

judges(retryEnd, {
  'a client that gives up is good': [good(...failures(5))],
  'a client that repeats ten times is bad': [bad(['1', '11'], ...failures(11))],
  'a client whose repetition succeeds does not show whether it would give up': [nothing(...failures(2), { after: 1_000 })],
  'a client that meets no failure shows nothing': [nothing({}, {})],
})
