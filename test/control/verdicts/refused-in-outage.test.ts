/** The verdict on a 401 that an outage causes. */
import { test } from 'vitest'
import { refusedInOutage, refusedUnchanged } from '../../../src/control/verdicts/refusals.ts'
import { expiredToken } from '../../../src/control/verdicts/tokens.ts'
import { bad, expectBroken, expectNotExercised, good, judges, nothing } from '../../support/deeds.ts'

const refused = { status: 401, code: 'BRO-00006', refusedByOutage: true, expires: Number.MAX_SAFE_INTEGER }
const withToken = (nth: number) => ({ token: `Bearer …${nth}` })

const circle = [1, 2].map((nth) => ({ ...refused, ...withToken(nth) }))

judges(refusedInOutage, {
  'a client that repeats the call with its token is good': [
    good(refused, refused, { status: 200 }),
    good(refused, { ...refused, ...withToken(1) }, { status: 200, ...withToken(1) }),
  ],
  'a client that gives up is bad, also after one new token': [
    bad(['1'], refused),
    bad(['1', '2'], refused, { ...refused, ...withToken(1) }),
  ],
  'a client that fetches one new token after the other is bad': [
    bad(['1', '2', '3'], refused, ...circle, { status: 200, ...withToken(2) }),
  ],
  'a client whose new token finds the outage over shows nothing': [nothing(refused, { status: 200, ...withToken(1) })],
  'any other 401, a lost reply, and a tester who acts show nothing': [
    nothing({ ...refused, refusedByOutage: false }),
    nothing({ ...refused, lost: true }),
    nothing(refused, { status: 200, turns: 1 }),
  ],
})

test('the verdicts on other refusals do not blame a client that is right', () => {
  expectNotExercised(refusedUnchanged, refused, refused, { status: 200 })
  expectNotExercised(expiredToken, refused, { status: 200, path: '/other', expires: refused.expires, after: 5_000 })
  expectBroken(refusedUnchanged, ['1', '2'], { ...refused, refusedByOutage: false }, { ...refused, refusedByOutage: false })
})
