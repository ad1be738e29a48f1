/** The verdict on a 401 that an outage causes. */
import { test } from 'vitest'
import { expiredToken } from '../../../src/control/verdicts/expired-token.ts'
import { refusedInOutage } from '../../../src/control/verdicts/refused-in-outage.ts'
import { refusedUnchanged } from '../../../src/control/verdicts/refused-unchanged.ts'
import { expectBroken, expectGood, expectNotExercised } from '../../support/deeds.ts'

const refused = { status: 401, code: 'BRO-00006', refusedByOutage: true, expires: Number.MAX_SAFE_INTEGER }
const withToken = (nth: number) => ({ token: `Bearer …${nth}` })

test('a client that repeats the call with its token is good', () => {
  expectGood(refusedInOutage, refused, refused, { status: 200 })
  expectGood(refusedInOutage, refused, { ...refused, ...withToken(1) }, { status: 200, ...withToken(1) })
})

test('a client that gives up is bad, also after one new token', () => {
  expectBroken(refusedInOutage, ['1'], refused)
  expectBroken(refusedInOutage, ['1', '2'], refused, { ...refused, ...withToken(1) })
})

test('a client that fetches one new token after the other is bad', () => {
  const circle = [1, 2].map((nth) => ({ ...refused, ...withToken(nth) }))

  expectBroken(refusedInOutage, ['1', '2', '3'], refused, ...circle, { status: 200, ...withToken(2) })
})

test('a client whose new token finds the outage over shows nothing', () => {
  expectNotExercised(refusedInOutage, refused, { status: 200, ...withToken(1) })
})

test('any other 401, a lost reply, and a tester who acts show nothing', () => {
  expectNotExercised(refusedInOutage, { ...refused, refusedByOutage: false })
  expectNotExercised(refusedInOutage, { ...refused, lost: true })
  expectNotExercised(refusedInOutage, refused, { status: 200, turns: 1 })
})

test('the verdicts on other refusals do not blame a client that is right', () => {
  expectNotExercised(refusedUnchanged, refused, refused, { status: 200 })
  expectNotExercised(expiredToken, refused, { status: 200, path: '/other', expires: refused.expires, after: 5_000 })
  expectBroken(refusedUnchanged, ['1', '2'], { ...refused, refusedByOutage: false }, { ...refused, refusedByOutage: false })
})
